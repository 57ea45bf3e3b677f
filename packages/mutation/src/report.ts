import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@estampa/stack/paths';
import type { Mutant } from './instrument.ts';
import type { Verdict } from './plan.ts';
import type { Verdicts } from './try-mutants.ts';

const PAGE = join(REPOSITORY, 'docs/mutation.md');
const TEXT_MAX = 100;

type Score = Readonly<Record<Verdict, number>> & { name: string; percent: number };

/** Killed of all that a test could have killed; what runs only while modules load is counted beside it. */
export function scoreOf(name: string, mutants: readonly Mutant[], verdicts: Verdicts): Score {
  const count = (wanted: Verdict) => mutants.filter(({ id }) => verdicts.get(id)?.verdict === wanted).length;
  const counts = {
    killed: count('killed'),
    survived: count('survived'),
    uncovered: count('uncovered'),
    static: count('static'),
    equivalent: count('equivalent'),
  };
  const tried = counts.killed + counts.survived + counts.uncovered;
  return { name, ...counts, percent: Math.floor((1_000 * counts.killed) / Math.max(tried, 1)) / 10 };
}

export const lineOf = ({ name, percent, killed, survived, uncovered, static: loaded, equivalent }: Score): string =>
  `${name}: ${percent} % (${killed} killed, ${survived} survived, ${uncovered} reached by no test, ` +
  `${loaded} only while loading, ${equivalent} the same program)`;

/** A line for each mutant that no test notices, in the order of the files. */
export const survivorsOf = (mutants: readonly Mutant[], verdicts: Verdicts): string =>
  mutants
    .flatMap(({ id, file, line, kind, original, replacement }) => {
      const verdict = verdicts.get(id)?.verdict;
      if (verdict === 'killed' || verdict === 'equivalent') return [];
      return [`${verdict} ${file}:${line} ${kind}: ${oneLine(original)} -> ${oneLine(replacement)}\n`];
    })
    .join('');

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, TEXT_MAX);

export function recordScores(score: Score): void {
  writeFileSync(PAGE, withScore(readFileSync(PAGE, 'utf8'), score));
}

/** The page with the row of the target replaced, whose first score stays. */
export function withScore(page: string, { name, percent, ...counts }: Score): string {
  const lines = page.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${name} |`));
  const first = lines[at]?.split(' | ')[1] ?? `${percent} %`;
  const { killed, survived, uncovered, static: loaded, equivalent } = counts;
  const row = `| ${[name, first, `${percent} %`, killed, survived, uncovered, loaded, equivalent].join(' | ')} |`;
  const end = lines.findIndex((line, place) => line.startsWith('| ') && !lines[place + 1]?.startsWith('| '));
  if (at >= 0) lines[at] = row;
  else lines.splice(end + 1, 0, row);
  return lines.join('\n');
}
