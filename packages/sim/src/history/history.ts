import type { Log } from '@estampa/kit/telemetry/log';
import { REJECTIONS_MAX } from '@estampa/orders-payments/domain/refund';
import { Digest } from '../environment/digest.ts';
import { watchingMachine, withMachine } from '../environment/machine.ts';
import { mixedSeed, Random } from '@estampa/stack/random';
import { drawConditions, withInterruptions } from './conditions.ts';
import { AWAY_MS, planFaults } from './faults.ts';
import { type Observers, type Wrongs, wrongsAtRest } from './invariants.ts';
import { drawPlan } from './moves.ts';
import { People } from './people.ts';
import { type Databases, World } from './world.ts';

export type Outcome = { seed: number; index: number; digest: string; steps: number; wrongs: readonly string[] };
export type Surroundings = {
  databases: Databases;
  observers: Observers;
  log: Log;
  /** Sees each step, to compare two runs. */
  trace: ((line: string) => void) | null;
};

type Named = { seed: number; index: number };

/** Tells their stream from that of all else. */
const INTERRUPTIONS = 0x5eed;
const BEGINNING = Date.parse('2026-11-21T12:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** In so many histories fulfillment-shipping itself runs; in the others a workshop that publishes its events stands in. */
const FULFILLMENT_SHARE = 0.35;
const MOVES_MAX = 9;
const PEOPLE_WITHIN_MS = 40 * MINUTE_MS;
/** How long the clock runs after each leap, for the jobs to find what is due. */
const ROUND_MS = 3_000;
/** Longer than the longest pause between two requests for a refund that the provider rejects. */
const NEXT_REJECTION_MS = 7 * HOUR_MS;
/**
 * What is late, requested again, or checked at night comes within the first of these. Money of an order that has ended may be rejected
 * each time, when somebody gave part of it back in the provider's panel: it is listed for people after `REJECTIONS_MAX` requests.
 */
const USUAL_LEAPS_MS: readonly number[] = [
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
const LEAPS_MS = [...USUAL_LEAPS_MS, ...Array.from({ length: REJECTIONS_MAX }, () => NEXT_REJECTION_MS)];
/** After these nothing is under way any more that could still go wrong. */
const ROUNDS_BEFORE_CHECK = 2;

/** Runs one history to its rest; the same seed and index always give the same digest. */
export const runHistory = (surroundings: Surroundings, history: Named): Promise<Outcome> =>
  watchingMachine(async (uses) => {
    const outcome = await run(surroundings, history);
    return { ...outcome, wrongs: [...uses, ...outcome.wrongs] };
  });

async function run({ databases, observers, log, trace }: Surroundings, { seed, index }: Named): Promise<Outcome> {
  const random = new Random(mixedSeed(seed, index));
  const interruptions = new Random(mixedSeed(seed ^ INTERRUPTIONS, index));
  const digest = new Digest(trace);
  const conditions = withInterruptions(drawConditions(random), interruptions);
  digest.add('conditions', JSON.stringify(conditions));
  const fulfillment = new Random(mixedSeed(seed, -index - 1));
  const world = new World({
    databases,
    random,
    conditions,
    digest,
    log,
    beginning: BEGINNING,
    fulfillment: fulfillment.chance(FULFILLMENT_SHARE) ? fulfillment : null,
  });
  const unhandled = (error: unknown) => void world.failures.push(`nobody handled: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  try {
    await world.start('orders-payments');
    await world.start('payouts');
    if (random.chance(0.5)) await world.start('orders-payments');
    if (random.chance(0.25)) await world.start('payouts');
    if (world.hasFulfillment) await world.start('fulfillment-shipping');
    if (world.hasFulfillment && fulfillment.chance(0.25)) await world.start('fulfillment-shipping');
    planFaults(world, random, interruptions);
    const people = new People(world);
    await untilDone(world, Promise.all(buyers(people, random)));
    await heal(world);
    const wrongs = await untilRight(world, () => wrongsAtRest(world, observers));
    return { seed, index, digest: digest.end(), steps: digest.steps, wrongs };
  } finally {
    process.off('unhandledRejection', unhandled);
    await world.end();
  }
}

const buyers = (people: People, random: Random): Promise<void>[] =>
  Array.from({ length: 1 + random.below(2) }, () => people.buy(drawPlan(random, 2 + random.below(MOVES_MAX))));

async function untilDone(world: World, doing: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = doing.finally(() => (isDone = true));
  await world.scheduler.runUntil(world.scheduler.now + PEOPLE_WITHIN_MS, () => isDone);
  if (!isDone) world.failures.push('people wait for ever');
  else await done;
}

/** Every process is there, and every message arrives. */
async function heal(world: World): Promise<void> {
  world.scheduler.onStep = () => {};
  world.heal();
  await world.scheduler.runUntil(world.scheduler.now + AWAY_MS, () => world.away === 0);
}

/** Lets time pass until nothing is wrong any more; what still is after days is, and at once what no time can mend. */
async function untilRight(world: World, check: () => Promise<Wrongs>): Promise<string[]> {
  let wrongs: string[] = [];
  for (const [round, leapMs] of LEAPS_MS.entries()) {
    world.scheduler.leap(leapMs);
    await world.scheduler.runUntil(world.scheduler.now + ROUND_MS);
    for (const charge of world.book.charges) world.book.settle(charge, 'done');
    if (round + 1 < ROUNDS_BEFORE_CHECK) continue;
    const found = await withMachine(check);
    wrongs = found.wrongs;
    if (wrongs.length === 0 || found.isFinal) return wrongs;
    if (round + 1 >= USUAL_LEAPS_MS.length && !found.isRefunding) return wrongs;
  }
  return wrongs;
}
