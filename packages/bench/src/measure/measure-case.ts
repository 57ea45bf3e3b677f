import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, Ground, Limit, Prepared } from '../cases/case.ts';
import { runLoad, type Run } from '../load/closed-loop.ts';
import type { Profiler } from '../profile/profiler.ts';
import { latencyOf, median, type Latency } from '../load/statistics.ts';
import { calibrate } from './calibration.ts';
import { type Counters, type Counts, shareOf, sumOfCounts } from './counters.ts';
import type { TopStatement } from './statements.ts';

export interface Pace {
  readonly warmUpSeconds: number;
  /** A slow machine warms up for a few times as long, because code that is not compiled yet is not representative. */
  readonly warmUpIterations: number;
  readonly runs: number;
  readonly secondsPerRun: number;
}

export interface Result extends Latency {
  readonly name: string;
  readonly title: string;
  readonly clients: number;
  readonly perSecond: number;
  readonly requests: number;
  readonly errors: number;
  readonly firstError: string | undefined;
  /** Of one request. */
  readonly counts: Counts;
  readonly samples: ReadonlyMap<string, Latency>;
  readonly limits: readonly LimitResult[];
  /** What there is to read beside the figures: a profile's summary. */
  readonly profile: string | undefined;
  readonly topStatements: readonly TopStatement[];
  /** Of the machine when the case began: other work on it makes all times longer. */
  readonly loadAverage: number;
  /** Processor time of a fixed piece of work just before and after, in milliseconds. */
  readonly calibrationMs: number;
}

export interface LimitResult extends Latency {
  readonly title: string;
  readonly by: Limit['by'];
  readonly perSecond: number;
  readonly errors: number;
  /** Of throughput: how much of it is reached; of the median: how many times as long it takes. */
  readonly ratio: number;
}

export interface Meter {
  readonly ground: Ground;
  readonly counters: Counters;
  readonly pace: Pace;
  /** Of a second without requests. */
  readonly atRest: Counts;
  readonly profiler: Profiler | undefined;
  readonly sqlShown: number;
}

/** Counts the work of jobs and heartbeats, which is not caused by requests. */
export async function countAtRest(counters: Counters, seconds: number): Promise<Counts> {
  const { counts } = await counters.during(() => sleep(seconds * 1_000));
  // The client does nothing then but count.
  const processor = new Map([...counts.processor, ['client', 0]]);
  return shareOf({ ...counts, processor }, { atRest: counts, seconds: 0, of: seconds });
}

/** Of what rest costs: less than this much more is rest too. */
const REST_TIMES = 1.5;
/** Payments of the checkouts before are approved, published and packed for so long. */
const REST_WAIT_MAX_SECONDS = 30;

/** What one case leaves to be done is not the next one's: waits until a second costs about what one at rest does. */
async function comeToRest({ counters, atRest }: Pick<Meter, 'counters' | 'atRest'>): Promise<void> {
  const processorOf = ({ processor }: Counts) => [...processor.values()].reduce((sum, ms) => sum + ms, 0);
  const idle = processorOf(atRest) * REST_TIMES;
  for (let second = 0; second < REST_WAIT_MAX_SECONDS; second += 1)
    if (processorOf(await countAtRest(counters, 1)) <= idle) return;
}

/** Warms up, then runs several times. The throughput is the median of the runs; latencies are those of all runs. */
export async function measureCase(meter: Meter, one: Case): Promise<Result> {
  const { ground, counters, atRest, profiler, sqlShown } = meter;
  const { name, title, clients } = one;
  await comeToRest(meter);
  const [loadAverage = 0] = loadavg();
  await using resources = new AsyncDisposableStack();
  const prepared = await one.prepare(ground);
  resources.defer(async () => prepared.close?.());
  // Beside a profile it would only be waited for.
  const limits = profiler ? [] : (prepared.limits ?? []);
  const bare: Bare[] = [];
  for (const each of limits) {
    const started = await each.start();
    resources.defer(async () => started.close?.());
    bare.push(started);
  }

  await warmUp(meter, prepared, clients);
  await prepared.pause?.();
  for (const started of bare) await warmUp(meter, started, clients);
  for (const sample of Object.values(prepared.samples ?? {})) sample.length = 0;
  const calibrations = [calibrate()];
  await counters.forgetStatements();
  await profiler?.start();
  const { runs, counted, bareRuns } = await runAlternating(meter, prepared, bare, clients);
  const profile = await profiler?.stop(name);
  calibrations.push(calibrate());

  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  const samples = Object.entries(prepared.samples ?? {}).map(([which, times]) => [which, latencyOf(times)] as const);
  const measured = summarize(runs);
  return {
    name,
    title,
    clients,
    loadAverage,
    profile,
    ...measured,
    counts: shareOf(sumOfCounts(counted), { atRest, seconds, of: count(runs) }),
    samples: new Map(samples),
    topStatements: await counters.topStatements(sqlShown),
    calibrationMs: Math.max(...calibrations),
    limits: limits.map((limit, at) => compare(limit, measured, summarize(bareRuns[at]!))),
  };
}

/** A shared machine is slower for some seconds at a time, so where medians are compared, the runs alternate several times as often. */
const ALTERNATIONS_FOR_MEDIAN = 20;
/** So many are enough where a single request takes seconds. */
const ALTERNATIONS_MIN = 12;
const ALTERNATING_SECONDS_MAX = 120;

type Bare = Omit<Prepared, 'limits'>;

/** Alternates between case and limits, so that other load on the machine affects both alike. */
async function runAlternating(
  { ground, counters, pace }: Meter,
  prepared: Prepared,
  bare: readonly Bare[],
  clients: number,
) {
  const { signal } = ground;
  const parts = prepared.limits?.[0]?.by === 'median' ? ALTERNATIONS_FOR_MEDIAN : 1;
  const seconds = pace.secondsPerRun / parts;
  const run = ({ act, url = ground.stack.marketplace.gatewayUrl }: Pick<Prepared, 'act' | 'url'>) =>
    runLoad({ url, clients, seconds, act, signal });
  const runs: Run[] = [];
  const counted: Counts[] = [];
  const bareRuns: Run[][] = bare.map(() => []);
  const isEnough = (done: number) =>
    done >= ALTERNATIONS_MIN && performance.now() - begin > ALTERNATING_SECONDS_MAX * 1_000;
  const begin = performance.now();
  for (let iteration = 0; iteration < pace.runs * parts && !isEnough(iteration); iteration += 1) {
    prepared.resume?.();
    const { counts, outcome } = await counters.during(() => run(prepared));
    await prepared.pause?.();
    runs.push(outcome);
    counted.push(counts);
    for (const [at, one] of bare.entries()) bareRuns[at]!.push(await run(one));
  }
  return { runs, counted, bareRuns };
}

const warmUp = (
  { ground, pace }: Meter,
  { act, url = ground.stack.marketplace.gatewayUrl }: Pick<Prepared, 'act' | 'url'>,
  clients: number,
): Promise<Run> => {
  const { warmUpSeconds: seconds, warmUpIterations: minIterations } = pace;
  return runLoad({ url, clients, seconds, minIterations, act, signal: ground.signal });
};

function compare(
  { title, by }: Limit,
  reached: ReturnType<typeof summarize>,
  bare: ReturnType<typeof summarize>,
): LimitResult {
  const ratio = by === 'throughput' ? reached.perSecond / bare.perSecond : reached.p50Ms / bare.p50Ms;
  return { title, by, ratio, ...bare };
}

function summarize(runs: readonly Run[]) {
  return {
    perSecond: median(runs.map(({ timesMs, seconds }) => timesMs.length / seconds)),
    requests: count(runs),
    errors: runs.reduce((sum, { errors }) => sum + errors, 0),
    firstError: runs.find(({ firstError }) => firstError)?.firstError,
    ...latencyOf(runs.flatMap(({ timesMs }) => timesMs)),
  };
}

const count = (runs: readonly Run[]): number => runs.reduce((sum, { timesMs }) => sum + timesMs.length, 0);
