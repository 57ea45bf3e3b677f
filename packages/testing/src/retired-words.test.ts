import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REPOSITORY } from '@estampa/stack/paths';
import { budgetProblems, type Counts, countRetiredWords, retiredWordsOf } from './tidy/retired-words.ts';
import { readSourceTree, type SourceTree } from './tidy/source-tree.ts';

const BUDGETS = 'packages/testing/src/retired-words.json';

describe('retired words', () => {
  it('only become fewer', () => {
    const tree = readSourceTree();
    const counts = countRetiredWords(tree);
    const file = join(REPOSITORY, BUDGETS);
    if (process.env.ESTAMPA_RECORD_WORDS === 'true') writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`);

    const budgets = JSON.parse(readFileSync(file, 'utf8')) as Counts;

    expect(budgetProblems(counts, budgets, (word) => filesThatGrew(tree, word))).toEqual([]);
  });

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
  try {
    const recorded = git('log', '-1', '--format=%H', '--', BUDGETS).trim();
    const changed = new Set(
      `${git('diff', '--name-only', recorded)}${git('ls-files', '--others', '--exclude-standard')}`.split('\n'),
    );
    const before = (path: string) => {
      try {
        return git('show', `${recorded}:${path}`);
      } catch {
        return null;
      }
    };
    const countOf = (path: string, text: string | null) =>
      text === null ? 0 : (retiredWordsOf({ path, text })[word] ?? 0);
    return tree
      .filter(({ path, text }) => changed.has(path) && countOf(path, text) > countOf(path, before(path)))
      .map(({ path }) => path);
  } catch {
    return [];
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
