import { loadavg } from 'node:os';
import { HOST } from '@estampa/stack/ports';
import type { Case, Ground, Limit, Prepared } from '../cases/case.ts';
import { runLoad, type Run } from '../load/closed-loop.ts';
import type { Profiler } from '../profile/profiler.ts';
import { latencyOf, median, type Latency } from '../load/statistics.ts';
import { calibrate } from './calibration.ts';
import { processorTime, type ProcessorTime } from './processor-time.ts';
import { providerSeconds } from './provider-time.ts';
import type { StatementCounter, Statements, TopStatement } from './statements.ts';

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
  /** Milliseconds of processor time for one request, by process. */
  readonly processorMs: ReadonlyMap<string, number>;
  /** For one request, by service. */
  readonly statements: ReadonlyMap<string, Statements>;
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

/** What the stack uses while nobody asks anything, a second. */
export interface Idle {
  readonly processor: ProcessorTime;
  readonly statements: ReadonlyMap<string, Statements>;
}

export interface Meter {
  readonly ground: Ground;
  readonly counter: StatementCounter;
  readonly pace: Pace;
  readonly idle: Idle;
  readonly profiler: Profiler | undefined;
  readonly sqlShown: number;
}

/** Warms up, then runs several times: the median of the runs' throughput, the times of all of them together. */
export async function measureCase(meter: Meter, one: Case): Promise<Result> {
  const { ground, counter, idle, profiler, sqlShown } = meter;
  const [loadAverage = 0] = loadavg();
  const prepared = await one.prepare(ground);
  try {
    await load(meter, prepared, one.clients, 'warm-up');
    for (const sample of Object.values(prepared.samples ?? {})) sample.length = 0;

    const calibrations = [calibrate()];
    await counter.reset();
    const provider = await waitedForProviders(ground);
    await profiler?.start();
    const before = processorTime(ground.stack.pids);
    const runs = await load(meter, prepared, one.clients, 'runs');
    const after = processorTime(ground.stack.pids);
    calibrations.push(calibrate());
    const profile = await profiler?.stop(one.name);
    const statements = await counter.read();
    const topStatements = await counter.top(sqlShown);
    const providerMs = ((await waitedForProviders(ground)) - provider) * 1_000;

    const requests = count(runs);
    const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
    const samples = Object.entries(prepared.samples ?? {}).map(([name, times]) => [name, latencyOf(times)] as const);
    const mean = providerMs / requests;
    const waited = ['provider (mean)', { p50Ms: mean, p95Ms: Number.NaN, p99Ms: Number.NaN }] as const;
    const result = {
      ...summarize(runs),
      processorMs: eachRequest(before, after, idle.processor, seconds, requests),
      statements: eachStatements(statements, idle.statements, seconds, requests),
      samples: new Map([...samples, ...(providerMs > 0 ? [waited] : [])]),
      profile,
      topStatements,
      calibrationMs: Math.max(...calibrations),
    };
    await prepared.close?.();
    const limit = prepared.limit && (await measureLimit(meter, one.clients, prepared.limit, result));
    return { name: one.name, title: one.title, clients: one.clients, loadAverage, limit, ...result };
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

function eachRequest(
  before: ProcessorTime,
  after: ProcessorTime,
  idle: ProcessorTime,
  seconds: number,
  requests: number,
): Map<string, number> {
  return new Map(
    [...after].map(([name, time]) => {
      const used = time - (before.get(name) ?? 0) - (idle.get(name) ?? 0) * seconds;
      return [name, Math.max(0, used * 1_000) / requests];
    }),
  );
}

function eachStatements(
  counted: ReadonlyMap<string, Statements>,
  idle: ReadonlyMap<string, Statements>,
  seconds: number,
  requests: number,
): Map<string, Statements> {
  const each = (all: number, atRest = 0) => Math.max(0, all - atRest * seconds) / requests;
  return new Map(
    [...counted].map(([name, { statements, transactions }]) => {
      const atRest = idle.get(name);
      return [
        name,
        {
          statements: each(statements, atRest?.statements),
          transactions: each(transactions, atRest?.transactions),
        },
      ];
    }),
  );
}

const waitedForProviders = ({ stack }: Ground): Promise<number> =>
  providerSeconds(`http://${HOST}:${stack.marketplace.surroundings.ports['orders-payments'].opsPort}`);
