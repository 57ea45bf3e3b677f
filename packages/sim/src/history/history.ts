import type { Log } from '@estampa/kit/telemetry/log';
import { REJECTIONS_MAX } from '@estampa/orders-payments/domain/refund';
import { Digest } from '../environment/digest.ts';
import { mixedSeed, Random } from '@estampa/stack/random';
import type { SimProcess } from '../environment/sim-process.ts';
import { type Observers, type Wrongs, wrongsAtRest } from './invariants.ts';
import { drawMoves } from './moves.ts';
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

const BEGINNING = Date.parse('2026-11-21T12:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const MOVES_MAX = 9;
const CRASHES_MAX = 3;
/** In which of the steps of a history a process may end. */
const CRASH_STEPS = 2_500;
const AWAY_MS = 12_000;
const REBALANCES_MAX = 2;
const PEOPLE_WITHIN_MS = 10 * MINUTE_MS;
/** How long the clock runs after each leap, for the jobs to find what is due. */
const ROUND_MS = 4_000;
/** Longer than the longest pause between two requests for a refund that the provider rejects. */
const NEXT_REJECTION_MS = 7 * HOUR_MS;
/**
 * What is late, requested again, or checked at night comes within the first of these. Money of an order that has ended may be rejected
 * each time, when somebody gave part of it back in the provider's panel: it is listed for people after `REJECTIONS_MAX` requests.
 */
const USUAL_LEAPS_MS: readonly number[] = [
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
export async function runHistory(
  { databases, observers, log, trace }: Surroundings,
  { seed, index }: { seed: number; index: number },
): Promise<Outcome> {
  const random = new Random(mixedSeed(seed, index));
  const digest = new Digest(trace);
  const world = new World({ databases, random, digest, log, beginning: BEGINNING });
  const unhandled = (error: unknown) => void world.failures.push(`nobody handled: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  try {
    await world.start('orders-payments');
    await world.start('payouts');
    if (random.chance(0.5)) await world.start('orders-payments');
    if (random.chance(0.25)) await world.start('payouts');
    planFaults(world, random);
    const people = new People(world);
    await untilDone(world, Promise.all(buyers(people, random)));
    await heal(world);
    const wrongs = await untilRight(world, () => wrongsAtRest(world, observers, people.effects));
    return { seed, index, digest: digest.end(), steps: digest.steps, wrongs };
  } finally {
    process.off('unhandledRejection', unhandled);
    await world.end();
  }
}

const buyers = (people: People, random: Random): Promise<void>[] =>
  Array.from({ length: 1 + random.below(2) }, () => people.buy(drawMoves(random, 2 + random.below(MOVES_MAX))));

/** Processes that end at some step and come back, and groups that are dealt anew or forget how far they were. */
function planFaults(world: World, random: Random): void {
  const crashes = new Set(Array.from({ length: random.below(CRASHES_MAX + 1) }, () => 50 + random.below(CRASH_STEPS)));
  let steps = 0;
  world.scheduler.onStep = ({ owner }) => {
    steps += 1;
    if (!crashes.has(steps)) return;
    const alive = world.processes();
    const victim = owner ? alive.find((one) => one === owner) : random.oneOf(alive);
    if (victim) crash(world, victim, random);
  };
  for (let rebalances = random.below(REBALANCES_MAX + 1); rebalances > 0; rebalances -= 1) {
    world.scheduler.schedule(random.between(1_000, 40_000), null, 'rebalance', () => {
      const group = random.oneOf([...world.broker.groups()]);
      if (random.chance(0.3)) group?.rewind();
      else group?.rebalance();
    });
  }
}

function crash(world: World, victim: SimProcess, random: Random): void {
  const name = world.nameOf(victim);
  world.scheduler.digest.add(`${victim.name} crashes`);
  victim.kill();
  world.away += 1;
  world.scheduler.schedule(random.between(200, AWAY_MS), null, `${name} is started again`, async () => {
    await world.start(name);
    world.away -= 1;
  });
}

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
    const found = await check();
    wrongs = found.wrongs;
    if (wrongs.length === 0 || found.isFinal) return wrongs;
    if (round + 1 >= USUAL_LEAPS_MS.length && !found.isRefunding) return wrongs;
  }
  return wrongs;
}
