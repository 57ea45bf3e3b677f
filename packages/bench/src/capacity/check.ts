import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { LOCAL } from '@estampa/stack/paths';
import { Random } from '@estampa/stack/random';
import { createStep, table } from '@estampa/stack/terminal';
import { Logins } from '../cases/logins.ts';
import { receive } from '../load/arrivals.ts';
import { Timings } from '../load/timings.ts';
import { atRestIn, type Costs, costsIn } from '../report/case-costs.ts';
import { seed } from '../seed/seed.ts';
import { CASES_OF, kindsOf, PURCHASES, UPDATES } from '../soak/load/kinds.ts';
import { Processors } from '../soak/sample/processors.ts';
import { type BenchStack, startBenchStack } from '../stack/bench-stack.ts';
import { ORDER_CHECKOUTS, PROCESSES, sum } from './demand.ts';
import { percents, rounded } from './tables.ts';

const DIRECTORY = join(LOCAL, 'capacity');
const RATES = [15, 30, 45];
const SEED = 1;
/** A process that has just started needs a few times as much for each visit as later. */
const WARM_UP_MS = 60_000;
const SETTLE_MS = 10_000;
const MEASURED_MS = 60_000;
const WITHIN = 0.25;
const CHECK_HEAD = ['visits a second', 'cores, predicted', 'cores, measured', 'difference'];

/** Compares predictions with what a stack takes at three rates, with people as those of a soak. Gives the exit code: 1 when one is too far off. */
export async function checkPredictions(bench: string, say: (text: string) => void): Promise<number> {
  const step = createStep();
  const stack = await startBenchStack({ directory: DIRECTORY, kafkaDriver: 'kafkajs', step });
  try {
    const points = await measured(stack, step);
    const rows = points.map(({ perSecond, cores }) => {
      const predicted = predictedCores(perSecond, costsIn(bench), atRestIn(bench));
      return { perSecond, predicted, cores, off: predicted / cores - 1 };
    });
    const shown = rows.map(({ perSecond, predicted, cores, off }) => [
      rounded(perSecond),
      rounded(predicted),
      rounded(cores),
      percents(off),
    ]);
    say(`\n${table([CHECK_HEAD, ...shown])}\n`);
    return rows.every(({ off }) => Math.abs(off) <= WITHIN) ? 0 : 1;
  } finally {
    await step('stopped', () => stack.end());
  }
}

/** Cores of all processes but the providers' stand-in, at each rate. */
async function measured(stack: BenchStack, step: ReturnType<typeof createStep>) {
  const world = await seed(stack, step);
  const url = stack.marketplace.gatewayUrl;
  const ended = new AbortController();
  const kinds = await step('people log in', () =>
    kindsOf({ stack, world, logins: new Logins(url), signal: ended.signal }),
  );
  const random = new Random(SEED);
  const processors = new Processors(stack);
  const points: { perSecond: number; cores: number }[] = [];
  const under = async <T>(perSecond: number, run: () => Promise<T>): Promise<T> => {
    const load = new AbortController();
    const receiving = receive({
      url,
      kinds,
      perSecond,
      random: random.fork(),
      timings: new Timings(),
      signal: load.signal,
    });
    try {
      return await run();
    } finally {
      load.abort();
      await receiving;
    }
  };
  await step('warm-up', () => under(RATES[0]!, () => pause(WARM_UP_MS)));
  for (const perSecond of RATES)
    await step(`${perSecond} visits a second`, () =>
      under(perSecond, async () => {
        await pause(SETTLE_MS);
        processors.read();
        await pause(MEASURED_MS);
        const shares: Record<string, number> = processors.read();
        points.push({ perSecond, cores: availableParallelism() * sum(PROCESSES.map((name) => shares[name] ?? 0)) });
      }),
    );
  return points;
}

/** By what a case of each kind of visitor costs, and what the stack takes without any. */
export function predictedCores(
  perSecond: number,
  costs: ReadonlyMap<string, Costs>,
  atRest: ReadonlyMap<string, number>,
): number {
  const kinds: (readonly [name: string, weight: number, times: number])[] = [
    ...Object.values(CASES_OF).map(([name, weight]) => [name, weight, 1] as const),
    ['checkout-8', PURCHASES, ORDER_CHECKOUTS],
    ['write-1', UPDATES, 1],
  ];
  const weights = sum(kinds.map(([, weight]) => weight));
  const ms = sum(kinds.map(([name, weight, times]) => (costs.get(name)!.all * times * weight) / weights));
  const resting = sum(PROCESSES.map((name) => atRest.get(name) ?? 0));
  return (perSecond * ms + resting) / 1_000;
}
