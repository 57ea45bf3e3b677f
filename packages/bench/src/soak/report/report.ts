import { figure } from '../../report/figures.ts';
import { markdownTable } from '../../report/markdown-report.ts';
import { latencyOf, median } from '../../load/statistics.ts';
import { BUSY_SHARE } from '../load/capacity.ts';
import { isBoundByRetention, RETAINED_MS } from '../retention.ts';
import { ALL } from '../sample/processors.ts';
import { bookkeepingOf, type Finding, type Group, LIMITS, type Measured } from '../verdict/findings.ts';
import { highest, mean, mostWithin, type Series } from '../verdict/series.ts';

/** A run and what it comes to. */
export interface Report extends Measured {
  readonly findings: readonly Finding[];
  readonly perSecond: number;
  readonly isRateGiven: boolean;
  /** Visits that found too many others. */
  readonly sentAway: number;
  readonly machine: Readonly<Record<string, string>>;
}

type Unit = (value: number) => string;

const KILOBYTE = 1024;
const MEGABYTE = 1024 ** 2;
const MINUTE_MS = 60_000;
const SHOWN: Readonly<Record<Group, readonly [title: string, unit: Unit]>> = {
  memory: ['resident memory', (bytes) => `${figure(bytes / MEGABYTE)} MB`],
  objects: ['objects at rest', (bytes) => `${figure(bytes / MEGABYTE)} MB`],
  p99: ['99th percentile', (milliseconds) => `${figure(milliseconds)} ms`],
  rows: ['rows', (rows) => Math.round(rows).toLocaleString('en-US')],
  bytes: ['table and indexes', (bytes) => `${figure(bytes / MEGABYTE)} MB`],
  lag: ['events not yet applied', (events) => Math.round(events).toLocaleString('en-US')],
};
export const FINDINGS_HEAD = ['what', 'of', 'level', 'growth an hour', '95 of 100 within', 'limit', 'verdict'];

/** A row for each finding. */
export const findingRows = (findings: readonly Finding[]): string[][] =>
  findings.map(({ group, name, level, growth, verdict }) => {
    const [title, unit] = SHOWN[group];
    const between = `${percentOf(growth.low)} to ${percentOf(growth.high)}`;
    return [title, name, unit(level), percentOf(growth.perHour), between, percentOf(LIMITS[group].share), verdict];
  });

/** Times after the warm-up, and every error. */
export const timeRows = ({ kinds, warmUpMs, endMs }: Measured): string[][] =>
  [...kinds].map(([name, { points, errors, firstError }]) => {
    const judged = points.filter(([atMs]) => atMs >= warmUpMs).map(([, tookMs]) => tookMs);
    const { p50Ms, p99Ms } = latencyOf(judged);
    const minutes = (endMs - warmUpMs) / MINUTE_MS;
    const failed = errors === 0 ? '0' : `${errors}: ${firstError}`;
    return [name, figure(judged.length / minutes), figure(p50Ms), figure(p99Ms), failed];
  });

/** How large the bookkeeping tables became, dead rows included, and what their retention allows. */
const tableRows = ({ samples }: Measured): string[][] =>
  bookkeepingOf(samples).map((table) => {
    const { name, rows, dead, bytes } = table;
    const most = (series: Series) => highest(series.map(([, value]) => value));
    const counts = [rows.at(-1)![1], most(rows), most(dead)].map(SHOWN.rows[1]);
    return [name, ...counts, SHOWN.bytes[1](most(bytes)), isBoundByRetention(name) ? allowedOf(table) : '–'];
  });

type Table = ReturnType<typeof bookkeepingOf>[number];

/** As many rows as came within the time that they are kept, by what one of them takes. */
function allowedOf({ rows, dead, bytes, inserted }: Table): string {
  const each = bytes.map(([, all], at) => all / Math.max(1, rows[at]![1] + dead[at]![1]));
  return `${SHOWN.rows[1](mostWithin(inserted, RETAINED_MS))} of ${figure(median(each) / KILOBYTE)} KB`;
}

/** The figures of the page. */
export function markdownOf(report: Report): string {
  const { findings, machine, perSecond, isRateGiven, samples, warmUpMs, endMs } = report;
  const load = samples.map(({ loadAverage }) => loadAverage).toSorted((one, other) => one - other);
  const rate = isRateGiven ? 'given' : `at which a ramp found ${percentOf(BUSY_SHARE)} of the processors busy`;
  const busy = samples.filter(({ atMs }) => atMs >= warmUpMs).map(({ processors }) => processors[ALL]!);
  return [
    '![Memory, times and tables over the run](soak.svg)',
    `${figure(perSecond)} visits a second (${rate}) for ${figure(endMs / MINUTE_MS)} minutes, of which the first ${figure(warmUpMs / MINUTE_MS)} were a warm-up; processors busy ${percentOf(mean(busy))} after it by the stack and its load; load average ${figure(load[0]!)} to ${figure(load.at(-1)!)}.`,
    markdownTable(['', ''], Object.entries(machine)),
    '### Verdicts',
    markdownTable(FINDINGS_HEAD, findingRows(findings)),
    '### Times',
    markdownTable(['what', 'a minute', 'p50 ms', 'p99 ms', 'errors'], timeRows(report)),
    '### Bookkeeping tables',
    markdownTable(
      ['table', 'rows at the end', 'rows at most', 'dead at most', 'with indexes at most', 'allowed by retention'],
      tableRows(report),
    ),
  ].join('\n\n');
}

/** 0: all is flat; 1: something grows or failed; 2: nothing does, but the run was too short to say of everything. */
export function exitCodeOf({ findings, kinds, sentAway }: Pick<Report, 'findings' | 'kinds' | 'sentAway'>): 0 | 1 | 2 {
  const failed = [...kinds.values()].some(({ errors }) => errors > 0);
  if (failed || sentAway > 0 || findings.some(({ verdict }) => verdict === 'grows')) return 1;
  return findings.some(({ verdict }) => verdict === 'too short') ? 2 : 0;
}

function percentOf(share: number): string {
  if (!Number.isFinite(share)) return share > 0 ? '∞' : '-∞';
  return `${(share * 100).toFixed(Math.abs(share) < 0.1 ? 1 : 0)} %`;
}
