import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '@estampa/stack/paths';
import { needlessExports } from './tidy/needless-exports.ts';
import { budgetProblems, type Counts, countRetiredWords, RECORD, retiredWordsOf } from './tidy/retired-words.ts';
import { readSourceTree, type SourceTree } from './tidy/source-tree.ts';

const BUDGETS = 'packages/testing/src/budgets.json';

type Budgets = { needlessExports: number; words: Counts };

/** What became fewer is recorded; what grew keeps its budget, and fails. */
const lowered = (recorded: Budgets, now: Budgets): Budgets => ({
  needlessExports: Math.min(recorded.needlessExports, now.needlessExports),
  words: Object.fromEntries(
    Object.entries(recorded.words).map(([word, count]) => [word, Math.min(count, now.words[word] ?? 0)]),
  ),
});

describe('what may only become fewer', () => {
  const tree = readSourceTree();
  const words = countRetiredWords(tree);
  const exported = needlessExports(tree);
  const file = join(REPOSITORY, BUDGETS);
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Budgets;
  const budgets =
    process.env.ESTAMPA_RECORD_BUDGETS === 'true'
      ? lowered(recorded, { needlessExports: exported.length, words })
      : recorded;
  if (budgets !== recorded) writeFileSync(file, `${JSON.stringify(budgets, null, 2)}\n`);

  it('retired words', () => {
    const problems = budgetProblems(words, budgets.words, (word) => filesThatGrew(tree, word));
    expect(problems, `words that are being retired:\n${problems.join('\n')}`).toEqual([]);
  });

  it('exports that no other file mentions', () => {
    const changed = changedFiles();
    const suspects = exported.filter((name) => changed.has(name.split(' ')[0]!));
    const [count, budget] = [exported.length, budgets.needlessExports];

    expect(count, `some of ${suspects.join(', ')}`).toBeLessThanOrEqual(budget);
    expect(count, `record that there are fewer (${RECORD})`).toBe(budget);
  });
});

describe('needless exports', () => {
  it('are those that no other TypeScript file mentions', () => {
    const path = 'services/payouts/src/domain/payout.ts';
    const text =
      'export const used = 1;\nexport type Alone = string;\nexport async function alone() {}\nconst inner = used;';
    const other = { path: 'services/payouts/test/payouts.test.ts', text: 'expect(used).toBe(1);' };

    expect(needlessExports([{ path, text }, other])).toEqual([`${path} Alone`, `${path} alone`]);
  });
});

describe('retired words', () => {
  it.each<[text: string, counts: Counts]>([
    ['const askedPage = ASKED_AT + asks;', { ask: 3 }],
    ['task(mask, answerable)', {}],
    ['// asked\nlog(\'asked\'); /* told */ log("told");', {}],
    ['type HeardEvent = Whole<Work>;', { hear: 1, whole: 1, work: 1 }],
  ])('are counted within identifiers: %s', (text, counts) => {
    expect(retiredWordsOf({ path: 'services/payouts/src/usecases/pay-out.ts', text })).toEqual(counts);
  });

  it('are counted in names of files, and in TypeScript alone', () => {
    expect(retiredWordsOf({ path: 'services/payouts/src/usecases/keep-order.ts', text: '' })).toEqual({ keep: 1 });
    expect(retiredWordsOf({ path: 'docs/keep-order.md', text: 'keepOrder' })).toEqual({});
  });

  it.each([
    [3, 2, ['"ask" grew from 2 to 3: write request, query in a.ts']],
    [2, 2, []],
    [1, 2, [expect.stringContaining('"ask" fell from 2 to 1: record it')]],
  ])('of %i with a budget of %i', (count, budget, problems) => {
    expect(budgetProblems({ ask: count }, { ask: budget }, () => ['a.ts'])).toEqual(problems);
  });
});

/** Files that have more of the word than when the budgets were last recorded; empty where git does not know. */
function filesThatGrew(tree: SourceTree, word: string): string[] {
  const changed = changedFiles();
  const recorded = lastRecorded();
  const countIn = (path: string, text: string) => retiredWordsOf({ path, text })[word] ?? 0;
  return tree
    .filter(({ path }) => changed.has(path))
    .filter(({ path, text }) => countIn(path, text) > countIn(path, git('show', `${recorded}:${path}`)))
    .map(({ path }) => path);
}

/** What is not as it was when the budgets were last recorded, new files included. */
const changedFiles = (): ReadonlySet<string> =>
  new Set(
    `${git('diff', '--name-only', lastRecorded())}${git('ls-files', '--others', '--exclude-standard')}`.split('\n'),
  );

const lastRecorded = (): string => git('log', '-1', '--format=%H', '--', BUDGETS).trim() || 'HEAD';

/** Empty where git fails: there is no history, or the file is new. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
