import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@estampa/stack/wait';
import { disagreements } from './agreement/agreement.ts';
import { wrongsOfStorage } from './agreement/storage.ts';
import type { Fault } from './fault.ts';
import { Purchase } from './load/buyer.ts';
import { Load } from './load/load.ts';
import { mixedSeed, Random } from '@estampa/stack/random';
import type { Stage } from './stage.ts';

export interface Outcome {
  readonly target: string;
  /** From the end of the fault until everything agreed and a new order had its label. */
  readonly recoveryMs: number;
  /** What did not agree in time, and last; empty when all did. */
  readonly wrongs: readonly string[];
  /** Whether it agreed after all. */
  readonly isLate: boolean;
}

/** So many orders show that all is as usual before anything happens. */
const USUAL_ORDERS = 8;
const USUAL_DEADLINE_MS = 60_000;
const LONGEST_DELAY_MS = 4_000;
const POLL_EVERY_MS = 200;
/** For those that agree too late, to say how late. */
const GIVE_UP_AFTER_MS = 90_000;

/** One fault in the midst of a load; then everything has to agree in time. */
export async function runOnce(
  stage: Stage,
  fault: Fault,
  { seed, run, withinMs }: { seed: number; run: number; withinMs: number },
): Promise<Outcome> {
  const { journal } = stage;
  const random = new Random(mixedSeed(seed, run));
  const { targets } = fault;
  const target = new Random(seed).shuffled(targets)[run % targets.length]!;
  const known = journal.orders.size;
  const load = new Load(stage, random.fork());
  const isUsual = () => journal.orders.size >= known + USUAL_ORDERS || journal.wrongs.length > 0;
  await waitFor('a usual load', isUsual, { deadlineMs: USUAL_DEADLINE_MS });
  await pause(random.between(0, LONGEST_DELAY_MS));

  await fault.strike(stage, target, random).catch((error: Error) => journal.wrongs.push(error.message));
  const recovery = await recover(stage, load, withinMs);
  return { target, ...recovery };
}

async function recover(stage: Stage, load: Load, withinMs: number): Promise<Omit<Outcome, 'target'>> {
  const begun = performance.now();
  const passed = () => performance.now() - begun;
  const isOver = AbortSignal.timeout(GIVE_UP_AFTER_MS);
  const buying = new Purchase(stage, stage.shop.customer, isOver).untilLabelled();
  await Promise.all([load.stop(), buying.catch((error: Error) => stage.journal.wrongs.push(error.message))]);
  const orders = passed();

  let inTime: string[] = [];
  for (;;) {
    const wrongs = await disagreements(stage);
    const recoveryMs = passed();
    if (recoveryMs <= withinMs || inTime.length === 0) inTime = wrongs;
    const isAgreed = wrongs.length === 0;
    if (isAgreed || recoveryMs > GIVE_UP_AFTER_MS) {
      const left = isAgreed ? await wrongsOfStorage(stage) : wrongs;
      if (left.length > 0) return { recoveryMs, wrongs: left, isLate: false };
      if (recoveryMs <= withinMs) return { recoveryMs, wrongs: [], isLate: false };
      const slow = inTime.length > 0 ? inTime : [`requests were accepted after ${Math.round(orders)} ms`];
      return { recoveryMs, wrongs: slow, isLate: true };
    }
    await pause(POLL_EVERY_MS);
  }
}
