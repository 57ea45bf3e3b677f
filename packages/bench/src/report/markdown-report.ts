import { EXPORTS_HEAD, exportRows } from '../exports/exports-report.ts';
import type { ExportResult } from '../exports/measure-export.ts';
import type { Counts } from '../measure/counters.ts';
import type { Result } from '../measure/measure-case.ts';
import { memoryOfMarketplace, type ProcessFigures } from '../measure/stack-processes.ts';
import type { Pace } from '../measure/measure-case.ts';
import { BY_SCALE_HEAD, type ByScale, byScaleRows } from './by-scale.ts';
import { COUNTS_SHOWN_FROM, figure, limitText, partsOf, samplesText, sumOf } from './figures.ts';

export interface Report {
  readonly machine: Readonly<Record<string, string>>;
  readonly sown: string;
  readonly pace: Pace;
  readonly startMs: number;
  readonly processes: readonly ProcessFigures[];
  /** Of a second without requests. */
  readonly atRest: Counts;
  readonly results: readonly Result[];
  readonly exported: readonly ExportResult[];
  readonly scale: number;
  readonly byScale: ByScale;
}

/** The run as a page of the documentation. */
export function markdownReport({ scale, byScale, exported, ...report }: Report): string {
  const { machine, sown, pace, startMs, processes, atRest, results } = report;
  const memory = memoryOfMarketplace(processes);
  return `# What it does in a second

Written by \`npm run bench -- --write docs/bench.md\`: the stack in production mode, clients, services and servers all on one machine.
${sown}. Each case was warmed up for ${pace.warmUpSeconds} s or more, then run ${pace.runs} times for
${pace.secondsPerRun} s: the median of the runs' throughput, times of all of them. Every answer was checked; \`errors\` are wrong
ones. What is compared was measured by the same clients in turns with it. Other work on the machine makes times longer and
processor time larger (\`load\` is the load average when a case began, \`calibration\` the processor time of a fixed piece of work
at that moment); statements and shares hold. What was dear before, and why what is left stays: [performance.md](performance.md),
and what a hundred times the data change: [bench-scale.md](bench-scale.md).

${markdownTable(['', ''], Object.entries(machine))}

## Throughput and time

${markdownTable(
  ['case', 'clients', 'per s', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'beside', 'load', 'calibration ms'],
  results.map((one) => [
    `${one.title} (\`${one.name}\`)`,
    String(one.clients),
    figure(one.perSecond),
    figure(one.p50Ms),
    figure(one.p95Ms),
    figure(one.p99Ms),
    String(one.errors),
    [limitText(one), samplesText(one)].filter((text) => text !== '').join('; '),
    one.loadAverage.toFixed(1),
    figure(one.calibrationMs),
  ]),
)}

## Processor time of one request

In milliseconds, without the client; what the stack uses at rest is taken off. That is ${figure(sumOf(atRest.processor))} ms of each second:
${partsOf(atRest.processor).join(', ')}.

${markdownTable(
  ['case', 'all', 'by process'],
  results.map(({ name, counts: { processor } }) => [
    `\`${name}\``,
    figure(sumOf(processor)),
    partsOf(processor).join(', '),
  ]),
)}

## Database work, calls and events of one request

Statements that travel together are one round trip; \`rows read\` are those that PostgreSQL looked at in tables and indexes, so a list that
reads far more than it shows has no index. Work that events start is counted with the request that caused it.

${databaseLoad(results)}
${comparedToScale1(byScale, scale)}${exportsTaken(exported)}
## Start and memory

All up in ${figure(startMs / 1_000)} s, servers included. Memory of the seven services and the gateway at rest, before the cases:
${figure(memory.residentMegabytes)} MB resident, ${figure(memory.proportionalMegabytes)} MB with shared pages counted once.

${markdownTable(
  ['process', 'ready after s', 'resident MB', 'shared counted once MB'],
  processes.map((one) => [
    one.name,
    one.startMs === undefined ? '' : figure(one.startMs / 1_000),
    figure(one.residentMegabytes),
    figure(one.proportionalMegabytes),
  ]),
)}
`;
}

/** Nothing at scale 1, or where none of its cases was measured there. */
function comparedToScale1(byScale: ByScale, scale: number): string {
  const rows = scale === 1 ? [] : byScaleRows(byScale, scale, (name) => `\`${name}\``);
  if (rows.length === 0) return '';
  return `
## Scale ${scale} and scale 1

Of one request, as last measured at each. What reads more rows costs more with the data.

${markdownTable(BY_SCALE_HEAD, rows)}
`;
}

/** Nothing where none was taken. */
function exportsTaken(exported: Report['exported']): string {
  if (exported.length === 0) return '';
  return `
## Exports

Each taken completely by one client, one after the other.

${markdownTable(EXPORTS_HEAD, exportRows(exported))}
`;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const databaseLoad = (results: Report['results']): string =>
  markdownTable(
    [
      'case',
      'round trips',
      'statements',
      'transactions',
      'rows read',
      'round trips by service',
      'calls',
      'events applied',
    ],
    results.map(({ name, counts }) => [
      `\`${name}\``,
      figure(sumOf(counts.roundTrips)),
      figure(sumOf(counts.statements)),
      figure(sumOf(counts.transactions)),
      figure(sumOf(counts.rows)),
      partsOf(counts.roundTrips, COUNTS_SHOWN_FROM).join(', '),
      figure(sumOf(counts.calls)),
      figure(sumOf(counts.events)),
    ]),
  );
