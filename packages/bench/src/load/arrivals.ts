import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@estampa/stack/random';
import { Connection } from './connection.ts';
import type { Timings } from './timings.ts';

/** What somebody who arrives does; throws when a response is wrong. */
export interface Kind {
  readonly name: string;
  /** How many of them arrive, in relation to the others. */
  readonly weight: number;
  readonly visit: (visit: Visit) => Promise<void>;
}

export interface Visit {
  readonly connection: Connection;
  /** Counts the visits of its kind. */
  readonly number: number;
  readonly timings: Timings;
}

interface Arrivals {
  readonly url: string;
  readonly kinds: readonly Kind[];
  readonly perSecond: number;
  readonly random: Random;
  readonly timings: Timings;
  readonly signal: AbortSignal;
}

/** So many visits that have not ended mean that the stack does not follow. */
export const AT_ONCE_MAX = 500;

/**
 * People arrive at random, at an even rate, whatever became of those before; times count from the arrival, so that what waits for
 * something slow is slow, too. Resolves after the abort, when the last visit has ended; gives how many were sent away since
 * too many had not.
 */
export async function receive({ url, kinds, perSecond, random, timings, signal }: Arrivals): Promise<number> {
  const free: Connection[] = [];
  const underWay = new Set<Promise<unknown>>();
  const visitOf = chooser(kinds, random, timings);
  let sentAway = 0;
  let nextMs = timings.now();
  while (!signal.aborted) {
    const due = timings.now();
    for (; nextMs <= due && !signal.aborted; nextMs += (-Math.log(1 - random.next()) * 1_000) / perSecond) {
      if (underWay.size >= AT_ONCE_MAX) {
        sentAway += 1;
        continue;
      }
      const connection = free.pop() ?? new Connection(url);
      const one: Promise<unknown> = visitOf(connection, nextMs)
        .catch(() => undefined)
        .finally(() => {
          free.push(connection);
          underWay.delete(one);
        });
      underWay.add(one);
    }
    await pause(Math.max(1, nextMs - timings.now()), undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(underWay);
  for (const connection of free) connection.close();
  return sentAway;
}

/** Draws kinds by their weights, and visits by them. */
export function chooser(
  kinds: readonly Kind[],
  random: Random,
  timings: Timings,
): (connection: Connection, startMs?: number) => Promise<void> {
  const numbers = new Map<string, number>();
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  return (connection, startMs) => {
    let drawn = random.next() * total;
    const kind = kinds.find(({ weight }) => (drawn -= weight) < 0) ?? kinds.at(-1)!;
    const number = numbers.get(kind.name) ?? 0;
    numbers.set(kind.name, number + 1);
    return timings.timed(kind.name, () => kind.visit({ connection, number, timings }), startMs);
  };
}
