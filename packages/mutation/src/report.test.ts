import { expect, it } from 'vitest';
import type { Mutant } from './instrument.ts';
import { lineOf, scoreOf, survivorsOf, withScore } from './report.ts';

const mutant = (id: string): Mutant => ({
  id,
  kind: 'EqualityOperator',
  file: 'a.ts',
  line: Number(id),
  lineText: 'return a <  b;',
  original: 'a <  b',
  replacement: 'a <= b',
});
const MUTANTS = ['1', '2', '3', '4', '5'].map(mutant);
const VERDICTS = new Map([
  ['1', { verdict: 'killed' }],
  ['2', { verdict: 'survived' }],
  ['3', { verdict: 'uncovered' }],
  ['4', { verdict: 'static' }],
  ['5', { verdict: 'equivalent' }],
] as const);

it('counts what a test could have killed', () => {
  expect(lineOf(scoreOf('rules', MUTANTS, VERDICTS))).toBe(
    'rules: 33.3 % (1 killed, 1 survived, 1 reached by no test, 1 only while loading, 1 the same program)',
  );
});

it('lists what no test notices', () => {
  expect(survivorsOf(MUTANTS, VERDICTS).split('\n')).toEqual([
    'survived a.ts:2 EqualityOperator: a < b -> a <= b',
    'uncovered a.ts:3 EqualityOperator: a < b -> a <= b',
    'static a.ts:4 EqualityOperator: a < b -> a <= b',
    '',
  ]);
});

it('a page shows what a target had at first beside what it has now', () => {
  const score = scoreOf('rules', MUTANTS, VERDICTS);
  const page = (...rows: string[]) =>
    ['text', '', '|---|--:|', '| other | 1 % | 2 % | 1 | 1 | 0 | 0 | 0 |', ...rows, '', 'text'].join('\n');
  const first = withScore(page(), score);
  expect(first).toBe(page('| rules | 33.3 % | 33.3 % | 1 | 1 | 1 | 1 | 1 |'));

  expect(withScore(first, { ...score, percent: 66.6, killed: 2, survived: 0 })).toBe(
    page('| rules | 33.3 % | 66.6 % | 2 | 0 | 1 | 1 | 1 |'),
  );
});
