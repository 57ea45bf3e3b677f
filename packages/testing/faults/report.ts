import { sectionOf, withSection } from '@estampa/stack/page-section';
import { seconds, table } from '@estampa/stack/terminal';
import type { Fault } from './fault.ts';
import { type KillsOutcome, rowsOfKills } from './payout-kills.ts';
import type { Outcome } from './run.ts';

export type Results = Map<Fault, readonly Outcome[]>;

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

const MARKS = { begin: '<!-- figures: npm run faults -- --record -->', end: '<!-- end of figures -->' };

/** The page with rows of these results in place of those of the same faults; others stay, since each fault may be recorded alone. */
export function withResults(page: string, results: Results, order: readonly Fault[]): string {
  const recorded = sectionOf(page, MARKS)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const rows = new Map(recorded.map((line) => [line.split(' | ')[0]!.slice(2), line]));
  for (const cells of rowsOf(results)) rows.set(cells[0]!, lineOf(cells));
  const body = order.flatMap(({ title }) => rows.get(title) ?? []);
  const head = [lineOf(HEAD), lineOf(HEAD.map((_, column) => (column === 0 ? '---' : '--:')))];
  return withSection(page, MARKS, [...head, ...body].join('\n'));
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const KILLS = {
  begin: '<!-- figures: npm run faults -- --payout-kills 1000 --record -->',
  end: '<!-- end of kills -->',
};

/** The page with what became of payouts under kills. */
export function withKills(page: string, { kills, tallies }: KillsOutcome): string {
  const [head, ...rows] = rowsOfKills(tallies);
  const rule = head!.map((_, column) => (column === 0 ? '---' : '--:'));
  const lines = [head!, rule, ...rows].map(lineOf).join('\n');
  return withSection(page, KILLS, `${kills.toLocaleString('en-US')} kills:\n\n${lines}`);
}
