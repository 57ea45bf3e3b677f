import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { withSection } from '@estampa/stack/page-section';
import { REPOSITORY } from '@estampa/stack/paths';
import { Random } from '@estampa/stack/random';
import { seconds, table } from '@estampa/stack/terminal';
import { Freshness } from '../../../testing/src/freshness.ts';
import type { Ground } from '../cases/case.ts';
import { shuffledProducts } from '../load/popular-products.ts';
import { zipf } from '../load/zipf.ts';
import { lateCopyOf } from './late-copy.ts';
import { type Reading, read } from './readers.ts';
import { openStage } from './stage.ts';
import { strike, STRIKES, type Strikes } from './strikes.ts';
import { startWriting, type Writing } from './writers.ts';

const PAGE = join(REPOSITORY, 'docs/performance.md');
const MARKS = {
  begin: '<!-- figures: npm run bench -- --responses 10000000 --record -->',
  end: '<!-- end of responses -->',
};
const SEED = 1;
const PROGRESS_MS = 15_000;
const SHOWN_STALE = 20;

interface Options {
  /** How many are checked. */
  readonly responses: number;
  readonly record: boolean;
  /** Whether gateways are read through copies that are late. */
  readonly planted: boolean;
}

interface Outcome {
  readonly reading: Reading;
  readonly writing: Writing;
  readonly strikes: Strikes;
  readonly freshness: Freshness;
  readonly tookMs: number;
}

const figure = (count: number): string => count.toLocaleString('en-US');

/**
 * Reads pages by popularity through two gateways while sellers write and replicas fail: none may be older than what somebody was told before its
 * request was sent. Gives the exit code: 1 if one was.
 */
export async function checkFreshness(ground: Ground, options: Options): Promise<number> {
  const outcome = await readWhileStruck(ground, options);
  const { stale } = outcome.freshness;
  console.log(`\n${table(rowsOf(outcome))}`);
  for (const one of stale.slice(0, SHOWN_STALE)) console.log(`    ${one}`);
  if (options.record) writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), MARKS, pageTable(outcome)));
  return stale.length === 0 && responsesOf(outcome.reading) >= options.responses ? 0 : 1;
}

const responsesOf = ({ pages, lists }: Reading): number => pages + lists;

async function readWhileStruck(ground: Ground, { responses, planted }: Options): Promise<Outcome> {
  const { stack, world, logins, signal } = ground;
  await using resources = new AsyncDisposableStack();
  const stage = await openStage(stack, resources);
  const random = new Random(SEED);
  const { count, requestOf } = shuffledProducts(world.stores, random.next);
  const pickRank = zipf(count, random.next);
  const pick = () => requestOf(pickRank());
  const freshness = new Freshness();
  const reading: Reading = { pages: 0, lists: 0, failed: 0, lastFailure: '' };
  const writing: Writing = { settled: 0, unsettled: 0, unknown: 0, lastFailure: '' };
  const isOver = () => signal.aborted || responsesOf(reading) >= responses;
  const { gatewayUrls } = stage;
  const copies = planted ? await Promise.all(gatewayUrls.map((url) => lateCopyOf(url))) : [];
  for (const copy of copies) resources.use(copy);
  const readUrls = planted ? copies.map(({ url }) => url) : gatewayUrls;

  const begun = performance.now();
  const report = setInterval(() => console.log(progressOf(reading, writing, freshness, begun)), PROGRESS_MS);
  const stopWriting = startWriting({ gatewayUrls, logins, pick, freshness }, writing);
  const striking = strike(stage, random.fork(), isOver);
  try {
    await read({ gatewayUrls: readUrls, pick, freshness, isOver }, reading);
    const tookMs = performance.now() - begun;
    await stopWriting();
    return { reading, writing, strikes: await striking, freshness, tookMs };
  } finally {
    clearInterval(report);
  }
}

function progressOf(reading: Reading, writing: Writing, { stale }: Freshness, begun: number): string {
  const passed = performance.now() - begun;
  const perSecond = figure(Math.round((responsesOf(reading) / passed) * 1_000));
  const failures = [reading.lastFailure, writing.lastFailure].filter((message) => message !== '').join('; ');
  const counts = [
    `${figure(responsesOf(reading))} responses, ${perSecond} /s`,
    `${stale.length} stale`,
    `${figure(writing.settled)} writes`,
    `${figure(reading.failed + writing.unknown)} requests failed`,
  ];
  return `${seconds(passed)}: ${counts.join(', ')}${failures && ` (${failures})`}`;
}

const rowsOf = ({ reading, writing, strikes, freshness, tookMs }: Outcome): string[][] => [
  ['responses checked', figure(responsesOf(reading))],
  ['of them lists of 20 cards', figure(reading.lists)],
  ['older than what was told before', figure(freshness.stale.length)],
  ['requests that failed', figure(reading.failed)],
  ['writes that were told as settled', figure(writing.settled)],
  ['writes whose views lagged, or without a response', `${figure(writing.unsettled)}, ${figure(writing.unknown)}`],
  ...Object.entries(STRIKES).map(([name, title]) => [title, figure(strikes[name as keyof Strikes])]),
  ['responses a second', figure(Math.round((responsesOf(reading) / tookMs) * 1_000))],
  ['load at the end', loadavg()[0]!.toFixed(1)],
];

const pageTable = (outcome: Outcome): string =>
  ['|  |  |', '| --- | --: |', ...rowsOf(outcome).map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
