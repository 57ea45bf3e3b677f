import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, Ground, Limit, Prepared } from '../cases/case.ts';
import { runLoad, type Run } from '../load/closed-loop.ts';
import type { Profiler } from '../profile/profiler.ts';
import { latencyOf, median, type Latency } from '../load/statistics.ts';
import { calibrate } from './calibration.ts';
import { type Counters, type Counts, shareOf } from './counters.ts';
import type { TopStatement } from './statements.ts';

export interface Pace {
  readonly warmUpSeconds: number;
  /** A slow machine warms up for longer, up to a few times as long: code that is not compiled yet tells nothing. */
  readonly warmUpTurns: number;
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
  readonly limit: LimitResult | undefined;
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
  /** Of a second in which nobody asks anything. */
  readonly atRest: Counts;
  readonly profiler: Profiler | undefined;
  readonly sqlShown: number;
}

/** Jobs and heartbeats go on without requests; what they use is nobody's request. */
export async function countAtRest(counters: Counters, seconds: number): Promise<Counts> {
  const { counts } = await counters.around(() => sleep(seconds * 1_000));
  // The client does nothing then but count.
  const processor = new Map([...counts.processor, ['client', 0]]);
  return shareOf({ ...counts, processor }, { atRest: counts, seconds: 0, of: seconds });
}

/** Warms up, then runs several times: the median of the runs' throughput, the times of all of them together. */
export async function measureCase(meter: Meter, one: Case): Promise<Result> {
  const { ground, counters, atRest, profiler, sqlShown } = meter;
  const [loadAverage = 0] = loadavg();
  const prepared = await one.prepare(ground);
  try {
    await load(meter, prepared, one.clients, 'warm-up');
    for (const sample of Object.values(prepared.samples ?? {})) sample.length = 0;

    const calibrations = [calibrate()];
    await profiler?.start();
    const { counts, outcome: runs } = await counters.around(() => load(meter, prepared, one.clients, 'runs'));
    const profile = await profiler?.stop(one.name);
    const topStatements = await counters.topStatements(sqlShown);
    calibrations.push(calibrate());

    const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
    const samples = Object.entries(prepared.samples ?? {}).map(([name, times]) => [name, latencyOf(times)] as const);
    const measured = {
      ...summarize(runs),
      counts: shareOf(counts, { atRest, seconds, of: count(runs) }),
      samples: new Map(samples),
      profile,
      topStatements,
      calibrationMs: Math.max(...calibrations),
    };
    await prepared.close?.();
    const limit = prepared.limit && (await measureLimit(meter, one.clients, prepared.limit, measured));
    return { name: one.name, title: one.title, clients: one.clients, loadAverage, limit, ...measured };
  } catch (error) {
    await prepared.close?.();
    throw error;
  }
}

async function measureLimit(
  meter: Meter,
  clients: number,
  limit: Limit,
  reached: { perSecond: number; p50Ms: number },
): Promise<LimitResult> {
  const prepared = await limit.start();
  try {
    await load(meter, prepared, clients, 'warm-up');
    const bare = summarize(await load(meter, prepared, clients, 'runs'));
    const ratio = limit.by === 'throughput' ? reached.perSecond / bare.perSecond : reached.p50Ms / bare.p50Ms;
    return { title: limit.title, by: limit.by, ratio, ...bare };
  } finally {
    await prepared.close?.();
  }
}

async function load(
  { ground, pace }: Meter,
  { act, url = ground.stack.marketplace.gatewayUrl }: Pick<Prepared, 'act' | 'url'>,
  clients: number,
  phase: 'warm-up' | 'runs',
): Promise<Run[]> {
  const { signal } = ground;
  if (phase === 'warm-up') {
    const { warmUpSeconds: seconds, warmUpTurns: leastTurns } = pace;
    return [await runLoad({ url, clients, seconds, leastTurns, act, signal })];
  }
  const runs: Run[] = [];
  for (let run = 0; run < pace.runs && !signal.aborted; run += 1)
    runs.push(await runLoad({ url, clients, seconds: pace.secondsPerRun, act, signal }));
  return runs;
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
