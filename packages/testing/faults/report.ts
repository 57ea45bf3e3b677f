import { seconds, table } from '@estampa/stack/terminal';
import type { Fault } from './fault.ts';
import type { Outcome } from './run.ts';

export type Results = ReadonlyMap<Fault, readonly Outcome[]>;

const HEAD = ['fault', 'runs', 'failed', 'median', 'worst'];

function rowsOf(results: Results): string[][] {
  return [...results].map(([{ title }, outcomes]) => {
    const times = outcomes.map(({ recoveryMs }) => recoveryMs).toSorted((one, other) => one - other);
    const failed = outcomes.filter(({ wrongs }) => wrongs.length > 0).length;
    const median = times[Math.floor((times.length - 1) / 2)]!;
    return [title, String(outcomes.length), String(failed), seconds(median), seconds(times.at(-1)!)];
  });
}

export const terminalReport = (results: Results): string => table([HEAD, ...rowsOf(results)]);

const BEGIN = '<!-- figures: npm run faults -- --record -->';
const END = '<!-- end of figures -->';

/** The page with the table of these results in place of the one before. */
export function withResults(page: string, results: Results, machine: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error('The page has no place for figures');
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = [HEAD, HEAD.map((_, column) => (column === 0 ? '---' : '--:')), ...rowsOf(results)];
  return `${before}${BEGIN}\n\n${machine}\n\n${rows.map(line).join('\n')}\n\n${END}${after}`;
}
