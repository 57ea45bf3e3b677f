import { hash, verify } from '@node-rs/argon2';
import type { Limit } from '../cases/case.ts';
import { PASSWORD } from '../seed/world.ts';

// The costs that OWASP recommends, which identity takes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A log-in can be no cheaper than the one check of the password that makes it safe. */
export const bareArgon2: Limit = {
  title: 'bare argon2 verify',
  by: 'throughput',
  async start() {
    const stored = await hash(PASSWORD, COST);
    return {
      async act() {
        if (!(await verify(stored, PASSWORD))) throw new Error('does not match');
      },
    };
  },
};
