import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withSection } from '@estampa/stack/page-section';
import { LOCAL, REPOSITORY } from '@estampa/stack/paths';
import { Random } from '@estampa/stack/random';
import { createStep, table } from '@estampa/stack/terminal';
import { waitFor } from '@estampa/stack/wait';
import pc from 'picocolors';
import type { Ground } from '../cases/case.ts';
import { Logins } from '../cases/logins.ts';
import { receive } from '../load/arrivals.ts';
import { Timings } from '../load/timings.ts';
import { figure } from '../report/figures.ts';
import { machineInfo } from '../report/machine.ts';
import { seed } from '../seed/seed.ts';
import { dropAll, startBenchStack } from '../stack/bench-stack.ts';
import { rampOf, steadyRate } from './load/capacity.ts';
import { kindsOf } from './load/kinds.ts';
import { type Options, RATE_MAX, readOptions, USAGE } from './options.ts';
import { sheetOf } from './report/chart.ts';
import { curvesOf } from './report/curves.ts';
import { progressLine, rampLine } from './report/progress.ts';
import { exitCodeOf, findingRows, FINDINGS_HEAD, markdownOf, type Report, timeRows } from './report/report.ts';
import { RETENTION } from './retention.ts';
import { Heaps } from './sample/heaps.ts';
import { Processors } from './sample/processors.ts';
import { type Sample, SAMPLED, Sampler, type Sources } from './sample/sample.ts';
import { TableSizes } from './sample/table-sizes.ts';
import { findingsOf, lagOf } from './verdict/findings.ts';

const DIRECTORY = join(LOCAL, 'soak');
const PAGE = join(REPOSITORY, 'docs/soak.md');
const CURVES = join(REPOSITORY, 'docs/soak.svg');
const SAMPLES = join(DIRECTORY, 'samples.jsonl');
const MARKS = { begin: '<!-- figures: npm run soak -- --record -->', end: '<!-- end of figures -->' };

const MINUTE_MS = 60_000;
/** Of load between the two times that objects are counted. */
const OBJECTS_MAX_MS = 10 * MINUTE_MS;
const SAMPLE_EVERY_MS = 5_000;
const SAMPLES_PER_LINE = 6;
const REST_DEADLINE_MS = 2 * MINUTE_MS;
const INTERRUPTED = 130;

/** Loads a stack of its own for a while, and says whether memory, times and tables stay as they are. Gives the exit code. */
export async function soak(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.help) return say(USAGE);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interruption.abort();
      void dropAll(DIRECTORY).finally(() => process.exit(INTERRUPTED));
    });
  const step = createStep();
  const heaps = await Heaps.of(SAMPLED);
  const stack = await startBenchStack({
    directory: DIRECTORY,
    kafkaDriver: 'kafkajs',
    step,
    environment: { ...heaps.environment, all: RETENTION },
  });
  try {
    const world = await seed(stack, step);
    const logins = new Logins(stack.marketplace.gatewayUrl);
    const report = await measure({ stack, world, logins, heaps, signal: interruption.signal }, options);
    return conclude(report, options);
  } finally {
    await heaps.close();
    await step('stopped', () => stack.end());
  }
}

async function measure(
  ground: Ground & { heaps: Heaps },
  { minutes, warmUpMinutes, rate, seed: first }: Options,
): Promise<Report> {
  const step = createStep();
  const { stack, heaps, signal } = ground;
  const url = stack.marketplace.gatewayUrl;
  const random = new Random(first);
  const kinds = await step('people log in', () => kindsOf(ground));
  await using sizes = await TableSizes.connect(stack);
  const processors = new Processors(stack);
  const mostPerSecond = rate ?? RATE_MAX;
  const ramp = await step('ramp', () => rampOf({ processors, mostPerSecond, url, kinds, random, signal }));
  say(rampLine(ramp));
  const perSecond = rate ?? Math.round(steadyRate(ramp));
  await step('rest', () => untilAtRest({ stack, sizes, heaps }));

  const totalMs = minutes * MINUTE_MS;
  const warmUpForMs = warmUpMinutes * MINUTE_MS;
  say(`${figure(perSecond)} visits a second for ${minutes} minutes; samples go to ${SAMPLES}`);
  const timings = new Timings();
  const sampler = new Sampler({ stack, sizes, heaps, timings });
  const held = async () => {
    await untilAtRest({ stack, sizes, heaps });
    return heaps.objects(DIRECTORY);
  };
  const samples: Sample[] = [];
  let sentAway = 0;
  const load = async (forMs: number) => {
    const ended = new AbortController();
    const receiving = receive({ url, kinds, perSecond, random: random.fork(), timings, signal: ended.signal });
    // A load that nobody samples any more would go on for ever.
    await sampled(sampler, timings, samples, forMs).finally(() => ended.abort());
    sentAway += await receiving;
  };
  await load(warmUpForMs);
  const warmUpMs = timings.now();
  await load(totalMs - warmUpForMs);
  const endMs = timings.now();
  // A snapshot takes as much memory as the heap and more, which malloc does not give back: resident memory is judged before.
  const before = await step('objects at rest', held);
  const forMs = Math.min(OBJECTS_MAX_MS, totalMs / 3);
  await load(forMs);
  const objects = { before, after: await step('objects at rest', held), forMs };
  const judged = samples.filter(({ atMs }) => atMs <= endMs);
  const measured = { samples: judged, kinds: timings.all(), objects, warmUpMs, endMs };
  return {
    ...measured,
    findings: findingsOf(measured),
    perSecond,
    isRateGiven: rate !== undefined,
    sentAway,
    machine: machineInfo(await sizes.serverVersion()),
  };
}

/** Every few seconds, each at once to the file, so that a run that is cut off leaves what it saw. */
async function sampled(sampler: Sampler, timings: Timings, samples: Sample[], forMs: number): Promise<void> {
  const file = createWriteStream(SAMPLES, { flags: samples.length === 0 ? 'w' : 'a' });
  const printed = new Set<string>();
  const beginMs = timings.now();
  const endMs = beginMs + forMs;
  for (let atMs = beginMs; atMs < endMs; atMs += SAMPLE_EVERY_MS) {
    await pause(Math.max(0, atMs - timings.now()));
    const sample = await sampler.take();
    samples.push(sample);
    file.write(`${JSON.stringify(sample)}\n`);
    if (samples.length % SAMPLES_PER_LINE === 0) say(progressLine(samples.slice(-SAMPLES_PER_LINE), endMs));
    for (const [kind, { firstError }] of timings.kinds) {
      if (firstError !== undefined && !printed.has(kind)) say(pc.red(`✗ ${kind}: ${firstError}`));
      if (firstError !== undefined) printed.add(kind);
    }
  }
  await pause(Math.max(0, endMs - timings.now()));
  file.end();
}

/** What the ramp has begun is not a part of the run. */
async function untilAtRest(sources: Omit<Sources, 'timings'>): Promise<void> {
  const isAtRest = async () => lagOf(await new Sampler({ ...sources, timings: new Timings() }).take()) === 0;
  await waitFor('all events', isAtRest, { deadlineMs: REST_DEADLINE_MS, everyMs: 1_000 });
}

function conclude(report: Report, { record }: Options): number {
  const { findings, sentAway } = report;
  const exitCode = exitCodeOf(report);
  say(`\n${table([['what', 'a minute', 'p50 ms', 'p99 ms', 'errors'], ...timeRows(report)])}`);
  say(`\n${table([FINDINGS_HEAD, ...findingRows(findings)])}\n`);
  if (sentAway > 0)
    say(pc.red(`✗ ${sentAway} visits found too many others: the rate is more than this machine can do`));
  const curves = sheetOf(curvesOf(report));
  writeFileSync(join(DIRECTORY, 'curves.svg'), curves);
  if (record) {
    writeFileSync(CURVES, curves);
    writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), MARKS, markdownOf(report)));
  }
  const verdicts = { 0: pc.green('✓ flat'), 1: pc.red('✗ not flat'), 2: pc.yellow('too short to say of everything') };
  say(`${verdicts[exitCode]}; curves in ${join(DIRECTORY, 'curves.svg')}`);
  return exitCode;
}

function say(text: string): number {
  console.log(text);
  return 0;
}
