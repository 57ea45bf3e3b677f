import { expect, it } from 'vitest';
import { type Equivalent, staleNotes, withEquivalents } from './equivalents.ts';
import type { Mutant } from './instrument.ts';
import type { Verdicts } from './try-mutants.ts';

const CODE = { file: 'a.ts', original: 'a < b', replacement: 'a <= b' };
const mutant = (id: string, lineText: string): Mutant => ({ ...CODE, id, kind: 'EqualityOperator', line: 1, lineText });
const note = (changes: Partial<Equivalent> = {}): Equivalent => ({
  ...CODE,
  line: 'return a < b;',
  why: 'they are never equal',
  ...changes,
});
const MUTANTS = [mutant('1', 'return a < b;'), mutant('2', 'if (a < b) return;')];
const all = (verdict: 'killed' | 'survived'): Verdicts =>
  new Map([
    ['1', { verdict }],
    ['2', { verdict }],
  ]);

it('a survivor that is noted is no hole', () => {
  const verdicts = withEquivalents([note()], MUTANTS, all('survived'));

  expect([...verdicts.values()].map(({ verdict }) => verdict)).toEqual(['equivalent', 'survived']);
  expect(staleNotes([note()], MUTANTS, all('survived'))).toEqual([]);
});

it('a mutant that is killed stays so, and its note is stale', () => {
  expect(withEquivalents([note()], MUTANTS, all('killed')).get('1')?.verdict).toBe('killed');
  expect(staleNotes([note()], MUTANTS, all('killed'))).toEqual(['a.ts: a < b -> a <= b: a test kills it']);
});

it.each<Partial<Equivalent>>([
  { file: 'b.ts' },
  { line: 'return a <= b;' },
  { original: 'a > b' },
  { replacement: 'true' },
])('a note of other code is stale: %j', (changes) => {
  expect(withEquivalents([note(changes)], MUTANTS, all('survived')).get('1')?.verdict).toBe('survived');
  expect(staleNotes([note(changes)], MUTANTS, all('survived'))).toEqual([expect.stringContaining('no such mutant')]);
});
