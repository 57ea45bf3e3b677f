import type { Random } from '@estampa/stack/random';
import type { SimProcess } from '../environment/sim-process.ts';
import type { World } from './world.ts';

/** In which of the steps of a history a process may end. */
const CRASH_STEPS = 2_000;
const FIRST_STEP = 50;
/** After which of its transactions. */
const CRASH_TRANSACTIONS = 150;
/** After which of the statements that leave a transaction open. */
const CRASH_STATEMENTS = 300;
/** Of the processes that end so many are those that would have gone on next. */
const OWNER_SHARE = 0.5;
export const AWAY_MS = 12_000;
const REBALANCES_MAX = 2;
const FAULTS_WITHIN_MS = 25_000;
/** Longer than a lease of the jobs lasts, and shorter than a refund is claimed for. */
const SUSPENDED_MS = { least: 500, most: 30_000 };

/**
 * Processes that end or stand still at some step and come back, and groups that are dealt anew or forget how far they were.
 * `interruptions` decides about those that end in a transaction.
 */
export function planFaults(world: World, random: Random, interruptions: Random): void {
  const { crashes, suspensionsMax } = world.conditions;
  crashAtSteps(world, random, drawn(random, crashes.max, FIRST_STEP, CRASH_STEPS));
  crashAfterTransactions(world, random, drawn(random, crashes.afterTransactionMax, 0, CRASH_TRANSACTIONS));
  crashInTransactions(world, interruptions, drawn(interruptions, crashes.inTransactionMax, 0, CRASH_STATEMENTS));
  atRandom(world, random, suspensionsMax, 'a process stands still', () => {
    const victim = random.oneOf(world.processes());
    if (victim && !world.links.starting.has(victim))
      victim.suspend(random.between(SUSPENDED_MS.least, SUSPENDED_MS.most));
  });
  atRandom(world, random, REBALANCES_MAX, 'rebalance', () => {
    const group = random.oneOf([...world.broker.groups()]);
    if (random.chance(0.3)) group?.rewind();
    else group?.rebalance();
  });
}

/** At most so many numbers from `first` on. */
const drawn = (random: Random, max: number, first: number, range: number): ReadonlySet<number> =>
  new Set(Array.from({ length: random.below(max + 1) }, () => first + random.below(range)));

function atRandom(world: World, random: Random, max: number, label: string, run: () => void): void {
  for (let times = random.below(max + 1); times > 0; times -= 1)
    world.scheduler.schedule(random.between(1_000, FAULTS_WITHIN_MS), null, label, () => world.hasFaults && run());
}

function crashAtSteps(world: World, random: Random, at: ReadonlySet<number>): void {
  let steps = 0;
  world.scheduler.onStep = ({ owner }) => {
    steps += 1;
    if (!at.has(steps)) return;
    const alive = world.processes();
    const isOwner = owner !== null && random.chance(OWNER_SHARE);
    const victim = isOwner ? alive.find((one) => one === owner) : random.oneOf(alive);
    if (victim) crash(world, victim, random);
  };
}

/** What it did is there, and it does not come to know. */
function crashAfterTransactions(world: World, random: Random, at: ReadonlySet<number>): void {
  world.links.onTransactionEnd = crashing(world, random, 'a transaction has ended', at);
}

/** What it did in its transaction is undone, and not what it did beside it. */
function crashInTransactions(world: World, random: Random, at: ReadonlySet<number>): void {
  world.links.onStatement = crashing(world, random, 'a transaction is open', at);
}

/** Ends a process when it is called for the times given. */
function crashing(world: World, random: Random, label: string, at: ReadonlySet<number>) {
  let times = 0;
  return (process: SimProcess): void => {
    times += 1;
    if (world.hasFaults && at.has(times))
      world.scheduler.schedule(0, process, label, () => crash(world, process, random));
  };
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
