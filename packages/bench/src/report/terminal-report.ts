import { table } from '@estampa/stack/terminal';
import pc from 'picocolors';
import { EXPORTS_HEAD, exportRows } from '../exports/exports-report.ts';
import type { Result } from '../measure/measure-case.ts';
import { memoryOfMarketplace } from '../measure/stack-processes.ts';
import type { Report } from './markdown-report.ts';
import { BY_SCALE_HEAD, byScaleRows } from './by-scale.ts';
import { COUNTS_SHOWN_FROM, figure, limitText, partsOf, samplesText, sumOf } from './figures.ts';

const QUERY_SHOWN_CHARACTERS = 160;

/** One line when a case is done. */
export function resultLine(result: Result): string {
  const { name, clients, perSecond, p50Ms, p95Ms, errors, firstError } = result;
  const main = `${pc.green('✓')} ${name.padEnd(24)} ${pc.bold(figure(perSecond))} /s  p50 ${figure(p50Ms)} ms  p95 ${figure(p95Ms)} ms`;
  const more = [
    `${figure(sumOf(result.counts.processor))} ms of processor`,
    limitText(result),
    samplesText(result),
    `${clients} clients`,
  ].filter((text) => text !== '');
  const wrong = errors > 0 ? pc.red(`\n    ${errors} errors, the first: ${firstError}`) : '';
  return `${main}  ${pc.dim(more.join(', '))}${wrong}`;
}

/** The statements that cost PostgreSQL most: how often for one request, and how long each takes. */
export const statementTable = ({ topStatements, requests }: Result): string =>
  table(
    topStatements.map(({ database, query, calls, milliseconds }) => [
      `${figure(calls / requests)} x`,
      `${figure(milliseconds / calls)} ms`,
      database,
      query.slice(0, QUERY_SHOWN_CHARACTERS),
    ]),
  );

/** All of them side by side, then where time and statements of one request go. */
export function terminalReport({ results, processes, atRest, startMs, scale, byScale, exported }: Report): string {
  const memory = memoryOfMarketplace(processes);
  const measured = results.map((one) => [
    one.name,
    String(one.clients),
    figure(one.perSecond),
    figure(one.p50Ms),
    figure(one.p95Ms),
    figure(one.p99Ms),
    String(one.errors),
    one.loadAverage.toFixed(1),
    figure(one.calibrationMs),
    [limitText(one), samplesText(one)].filter((text) => text !== '').join('; '),
  ]);
  const spent = results.map(({ name, counts: { processor } }) => [
    name,
    figure(sumOf(processor)),
    partsOf(processor).join('  '),
  ]);
  const requested = results.map(({ name, counts }) => [
    name,
    figure(sumOf(counts.roundTrips)),
    figure(sumOf(counts.statements)),
    figure(sumOf(counts.transactions)),
    figure(sumOf(counts.rows)),
    partsOf(counts.roundTrips, COUNTS_SHOWN_FROM).join('  '),
  ]);
  const called = results.map(({ name, counts }) => [
    name,
    figure(sumOf(counts.calls)),
    figure(sumOf(counts.events)),
    partsOf(counts.calls, COUNTS_SHOWN_FROM).join('  '),
  ]);
  const compared = scale === 1 ? [] : byScaleRows(byScale, scale);
  return [
    `\n${pc.bold('Measured')}`,
    table([
      ['case', 'clients', '/s', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'load', 'calib. ms', 'beside'],
      ...measured,
    ]),
    `\n${pc.bold('Processor time of one request, ms')} (without the client)`,
    table([
      ['case', 'all', 'by process'],
      ['a second at rest', figure(sumOf(atRest.processor)), partsOf(atRest.processor).join('  ')],
      ...spent,
    ]),
    `\n${pc.bold('Database work of one request')} (what travels together is one round trip)`,
    table([['case', 'round trips', 'statements', 'transactions', 'rows read', 'round trips by service'], ...requested]),
    `\n${pc.bold('Calls and events of one request')}`,
    table([['case', 'calls', 'events applied', 'calls by service'], ...called]),
    ...(compared.length > 0
      ? [`\n${pc.bold(`Scale ${scale} and scale 1`)}, of one request`, table([BY_SCALE_HEAD, ...compared])]
      : []),
    ...(exported.length > 0 ? [`\n${pc.bold('Exports')}`, table([EXPORTS_HEAD, ...exportRows(exported)])] : []),
    `\n${pc.bold('Start and memory at rest')}: all up in ${figure(startMs / 1_000)} s, services and gateway ${figure(memory.residentMegabytes)} MB resident, ${figure(memory.proportionalMegabytes)} MB with shared pages counted once`,
    table(
      processes.map(({ name, startMs: ms, residentMegabytes }) => [
        name,
        `${figure((ms ?? Number.NaN) / 1_000)} s`,
        `${figure(residentMegabytes)} MB`,
      ]),
    ),
  ].join('\n');
}
