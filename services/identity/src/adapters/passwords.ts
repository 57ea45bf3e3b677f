import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time when there is no hash to compare with. */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
};

// Argon2id is the library's default; these are the costs that OWASP recommends for it.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const RANDOM_BYTES = 32;

/** Argon2id, with a decoy for accounts that do not exist. */
export async function createPasswords(): Promise<Passwords> {
  const decoy = await hash(randomBytes(RANDOM_BYTES), COST);
  return {
    hash: (password) => hash(password, COST),
    async matches(passwordHash, password) {
      const matched = await verify(passwordHash ?? decoy, password);
      return matched && passwordHash !== null;
    },
  };
}
