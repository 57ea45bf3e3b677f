import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH, LOCAL, REPOSITORY } from '@estampa/stack/paths';
import { createStep } from '@estampa/stack/terminal';
import pc from 'picocolors';
import type { Case, Ground } from './cases/case.ts';
import { CASES } from './cases/cases.ts';
import { Logins } from './cases/logins.ts';
import { EXPORTS, type ExportResult, measureExport } from './exports/measure-export.ts';
import { checkFreshness } from './freshness/freshness.ts';
import { compareTrialBalance } from './ledger/trial-balance.ts';
import { Counters } from './measure/counters.ts';
import { countAtRest, measureCase, type Result } from './measure/measure-case.ts';
import { stackProcesses } from './measure/stack-processes.ts';
import { readOptions, USAGE, type Options } from './options.ts';
import { Profiler } from './profile/profiler.ts';
import { addResults } from './report/by-scale.ts';
import { machineInfo } from './report/machine.ts';
import { markdownReport, type Report } from './report/markdown-report.ts';
import { withFigures } from './report/readme-figures.ts';
import { withScaleFigures } from './report/scale-figures.ts';
import { resultLine, statementTable, terminalReport } from './report/terminal-report.ts';
import { checkSeed } from './seed/check-seed.ts';
import { queued } from './seed/model.ts';
import { isSown, seed } from './seed/seed.ts';
import { summedLedger } from './seed/summed-ledger.ts';
import { type Size, sizeOf, sown } from './seed/world.ts';
import { dropAll, startBenchStack, type BenchStack } from './stack/bench-stack.ts';

/** The page that the README and the page on scale take their figures from. */
const PAGE = join(REPOSITORY, 'docs/bench.md');
/** What runs at several scales measured, for the comparison of all. */
const BY_SCALE = join(LOCAL, 'bench-by-scale.json');
const README = join(REPOSITORY, 'README.md');
const SCALE = join(REPOSITORY, 'docs/operations/scale.md');

/** What has just started or was just sown ends work of its own and gives back memory (kit/service/idle-memory.ts) before it rests. */
const IDLE_SECONDS = 12;
const REST_SECONDS = 6;
const INTERRUPTED = 130;
const SAME_SIGNAL_MS = 1_000;

/** Measures the stack from outside, as clients see it, next to the best that the machine could do. */
export async function bench(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  const cases = CASES.filter(({ name }) => isSelected(name, options.only));
  if (options.help) return say(USAGE);
  if (options.list) return say(CASES.map(({ name, title }) => `${name.padEnd(24)} ${title}`).join('\n'));
  if (options.drop) return dropAll().then(() => 0);
  if (cases.length === 0) throw new Error(`No such case. "npm run bench -- --list" names them.`);

  const interruption = whenInterrupted();
  const step = createStep();
  const profiler = options.profile && (await Profiler.of(options.profile));
  const size = sizeOf(options.scale, options.part);
  const reuses = isSown(BENCH, size);
  const stack = await startBenchStack({ ...options, reuses, step, environment: profiler?.environment ?? {} });
  try {
    if (options.trialBalance) return await balance(stack, size, interruption.signal);
    if (options.responses !== undefined) {
      const ground = await groundOn(stack, size, interruption.signal);
      interruption.beginMeasuring();
      return await checkFreshness(ground, { ...options, responses: options.responses });
    }
    const report = await measureAll(stack, cases, { ...options, size, profiler }, interruption);
    if (interruption.signal.aborted) return INTERRUPTED;
    console.log(terminalReport(report));
    if (options.write) writePage(options.write, markdownReport(report));
    return report.results.some(({ errors }) => errors > 0) ? 1 : 0;
  } finally {
    profiler?.close();
    await step('stopped', () => stack.end());
  }
}

/** Exits with 1 where an account differs. */
async function balance(stack: BenchStack, size: Size, signal: AbortSignal): Promise<number> {
  return (await compareTrialBalance(await groundOn(stack, size, signal))) === 0 ? 0 : 1;
}

async function groundOn(stack: BenchStack, size: Size, signal: AbortSignal): Promise<Ground> {
  const world = await seed(stack, createStep(), size);
  return { stack, world, logins: new Logins(stack.marketplace.gatewayUrl), signal };
}

function writePage(file: string, page: string): void {
  const path = resolve(file);
  writeFileSync(path, page);
  if (path !== PAGE) return;
  writeFileSync(README, withFigures(readFileSync(README, 'utf8'), readFileSync(PAGE, 'utf8')));
  writeFileSync(SCALE, withScaleFigures(readFileSync(SCALE, 'utf8'), readFileSync(PAGE, 'utf8')));
}

type RunOptions = Pick<Options, 'pace' | 'sql' | 'kafkaDriver' | 'exports'> & {
  size: Size;
  profiler: Profiler | undefined;
};

async function measureAll(
  stack: BenchStack,
  cases: readonly Case[],
  { pace, size, profiler, sql: sqlShown, kafkaDriver, exports }: RunOptions,
  { signal, beginMeasuring }: Interruption,
): Promise<Report> {
  const step = createStep();
  const world = await seed(stack, step, size);
  const logins = new Logins(stack.marketplace.gatewayUrl);
  const ground = { stack, world, logins, signal };
  await step('a look at what was sown', () => checkSeed(ground));
  await step('sums of the ledger', () => summedLedger(stack.marketplace.surroundings.databaseUrls.payouts!));
  const counters = await Counters.connect(stack);
  const machine = { ...machineInfo(await counters.serverVersion()), 'Kafka driver': kafkaDriver };
  await sleep(IDLE_SECONDS * 1_000);
  const atRest = await step('at rest', () => countAtRest(counters, REST_SECONDS));
  const processes = stackProcesses(stack);
  console.log(pc.dim(`\nEach case: ${pace.warmUpSeconds} s to warm up, ${pace.runs} runs of ${pace.secondsPerRun} s.`));
  const results: Result[] = [];
  beginMeasuring();
  for (const one of cases) {
    if (signal.aborted) break;
    if (process.stdout.isTTY) process.stdout.write(pc.dim(`  ${one.name} ...`));
    const result = await measureCase({ ground, counters, pace, atRest, profiler, sqlShown }, one);
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K');
    console.log(resultLine(result));
    if (result.topStatements.length > 0) console.log(statementTable(result));
    if (result.profile) console.log(result.profile);
    results.push(result);
  }
  await counters.close();
  const exported = exports && !signal.aborted ? await takeExports(ground) : [];
  const byScale = addResults(BY_SCALE, size.scale, results);
  return {
    scale: size.scale,
    byScale,
    exported,
    machine,
    sown: sown(size),
    pace,
    startMs: stack.startMs,
    processes,
    atRest,
    results,
  };
}

async function takeExports({ stack, world, logins }: Ground): Promise<ExportResult[]> {
  const step = createStep();
  return queued(EXPORTS.length, async (number) => {
    const one = EXPORTS[number - 1]!;
    const token = one.by === 'admin' ? logins.admin() : logins.token(world.stores[0]!.email);
    return step(`export of ${one.name}`, async () => measureExport(stack, one, await token));
  });
}

const isSelected = (name: string, only: readonly string[]): boolean =>
  only.length === 0 || only.some((requested) => name === requested || name.startsWith(requested));

function say(text: string): number {
  console.log(text);
  return 0;
}

interface Interruption {
  readonly signal: AbortSignal;
  /** From now on a Ctrl-C ends the case that runs and then all in order; before, and the second time, everything at once. */
  beginMeasuring(): void;
}

function whenInterrupted(): Interruption {
  const abort = new AbortController();
  let isMeasuring = false;
  // npm and the terminal both deliver a Ctrl-C.
  let requestedAt = -Infinity;
  const request = () => {
    const isSecond = Date.now() - requestedAt > SAME_SIGNAL_MS;
    if (abort.signal.aborted && !isSecond) return;
    requestedAt = Date.now();
    if (!isMeasuring || abort.signal.aborted) void dropAtOnce();
    abort.abort();
    console.log('\nStopping.');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  return { signal: abort.signal, beginMeasuring: () => (isMeasuring = true) };
}

/** Twice, because a start may have spawned one more in between. */
async function dropAtOnce(): Promise<void> {
  await dropAll();
  await dropAll();
  process.exit(INTERRUPTED);
}
