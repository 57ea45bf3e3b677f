import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { instrument } from './instrument.ts';

const CODE = `export function isAdult(age: number): boolean {
  if (Number.isNaN(age)) throw new Error('an age is needed');
  return age >= 18;
}
`;

it('makes mutants of rules, and none of what errors say', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'mutants-'));
  writeFileSync(join(directory, 'adult.ts'), CODE);

  const { mutants, sources } = await instrument(directory, ['adult.ts']);

  expect(mutants.map(({ line, original, replacement }) => `${line}: ${original} -> ${replacement}`)).toContain(
    '3: age >= 18 -> age > 18',
  );
  expect(mutants.filter(({ kind }) => kind === 'StringLiteral')).toEqual([]);
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  expect(sources.get('adult.ts')).toContain('age > 18');
});
