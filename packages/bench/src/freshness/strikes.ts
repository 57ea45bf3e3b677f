import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@estampa/stack/random';
import type { Stage } from './stage.ts';

const [PAUSE_MIN_MS, PAUSE_MAX_MS] = [2_000, 6_000];
const [FROZEN_MIN_MS, FROZEN_MAX_MS] = [500, 5_000];

type Frozen = { freeze(): void; thaw(): void };

/** What befalls a marketplace while its pages are read, and how often it did. */
export const STRIKES = {
  killed: 'replica of storefront killed and restarted',
  replica: 'replica of storefront frozen, and with it the stream of a gateway that has its checks there',
  gateway: 'gateway frozen',
};
export type Strikes = Record<keyof typeof STRIKES, number>;

/** One after the other until it is over; nothing is left frozen. */
export async function strike({ replicas, gateways }: Stage, random: Random, isOver: () => boolean): Promise<Strikes> {
  const strikes: Strikes = { killed: 0, replica: 0, gateway: 0 };
  const freeze = async (process: Frozen) => {
    process.freeze();
    await pause(random.between(FROZEN_MIN_MS, FROZEN_MAX_MS));
    process.thaw();
  };
  const kinds: Readonly<Record<keyof Strikes, () => Promise<void>>> = {
    async killed() {
      const replica = random.oneOf(replicas)!;
      await replica.kill('SIGKILL');
      await replica.restart();
    },
    replica: () => freeze(random.oneOf(replicas)!),
    gateway: () => freeze(random.oneOf(gateways)!),
  };
  const names = Object.keys(kinds) as (keyof Strikes)[];
  while (!isOver()) {
    await pause(random.between(PAUSE_MIN_MS, PAUSE_MAX_MS));
    const name = random.oneOf(names)!;
    await kinds[name]();
    strikes[name] += 1;
  }
  return strikes;
}
