import type { Log } from '@estampa/kit/telemetry/log';
import { withMachine } from '../environment/machine.ts';
import { AWAY_MS } from './faults.ts';
import type { Observers, Wrongs } from './invariants.ts';
import type { Databases } from './services.ts';
import type { World } from './world.ts';

/** What histories have one after the other. */
export type Surroundings = {
  databases: Databases;
  observers: Observers;
  log: Log;
  /** Sees each step, to compare two runs. */
  trace: ((line: string) => void) | null;
  /** Empties the databases. */
  clear: () => Promise<void>;
};

/** What came of a history, or of a part of it. */
export type Result = { digest: string; steps: number; wrongs: readonly string[] };

export const BEGINNING = Date.parse('2026-11-21T12:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PEOPLE_WITHIN_MS = 40 * MINUTE_MS;
/** How long the clock runs after each leap, for the jobs to find what is due. */
const ROUND_MS = 3_000;
/** Longer than the longest pause between two requests for a refund that the provider rejects. */
export const NEXT_REJECTION_MS = 7 * HOUR_MS;
/** What is late, requested again, or checked at night comes within the first of these. */
export const USUAL_LEAPS_MS: readonly number[] = [
  45_000,
  6 * MINUTE_MS,
  16 * MINUTE_MS,
  16 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  25 * HOUR_MS,
  25 * HOUR_MS,
  25 * HOUR_MS,
];
/** After these nothing is under way any more that could still go wrong. */
const ROUNDS_BEFORE_CHECK = 2;
/** After these more than the hour has passed in which an object in storage may be on its way into a record. */
export const ROUNDS_BEFORE_STORAGE = 5;

/** Runs `part`, of which nobody handles what fails, and ends the world. */
export async function runToEnd(world: World, part: () => Promise<string[]>): Promise<Result> {
  const { digest } = world.scheduler;
  const unhandled = (error: unknown) => void world.failures.push(`nobody handled: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  try {
    const wrongs = await part();
    return { digest: digest.end(), steps: digest.steps, wrongs };
  } finally {
    process.off('unhandledRejection', unhandled);
    await world.end();
  }
}

export async function untilDone(world: World, doing: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = doing.finally(() => (isDone = true));
  await world.scheduler.runUntil(world.scheduler.now + PEOPLE_WITHIN_MS, () => isDone);
  if (!isDone) world.failures.push('people wait for ever');
  else await done;
}

/** Every process is there, and every message arrives. */
export async function heal(world: World): Promise<void> {
  world.scheduler.onStep = () => {};
  world.heal();
  await world.scheduler.runUntil(world.scheduler.now + AWAY_MS, () => world.away === 0);
}

/** Lets time pass until nothing is wrong any more; what still is after days is, and at once what no time can mend. */
export async function untilRight(
  world: World,
  leapsMs: readonly number[],
  check: () => Promise<Wrongs>,
  roundsBefore = ROUNDS_BEFORE_CHECK,
): Promise<string[]> {
  let wrongs: string[] = [];
  for (const [round, leapMs] of leapsMs.entries()) {
    world.scheduler.leap(leapMs);
    await world.scheduler.runUntil(world.scheduler.now + ROUND_MS);
    for (const charge of world.book.charges) world.book.settle(charge, 'done');
    if (round + 1 < roundsBefore) continue;
    const found = await withMachine(check);
    wrongs = found.wrongs;
    if (wrongs.length === 0 || found.isFinal) return wrongs;
    if (round + 1 >= USUAL_LEAPS_MS.length && !found.isRefunding) return wrongs;
  }
  return wrongs;
}
