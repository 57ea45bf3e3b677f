import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LOCAL, REPOSITORY } from '@estampa/stack/paths';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instrument, type Mutant } from './instrument.ts';
import { tryMutants, type Tried } from './try-mutants.ts';

const SLACK_MS = 1_000;
const CODE = `
export const isAdult = (age: number): boolean => age >= 18;
export const isChild = (age: number): boolean => age < 12;
export const unused = (): boolean => 1 < 2;
export const openStage = (): { isOpen: boolean } => ({ isOpen: true });
export const closing = (isClosed: boolean): Promise<void> =>
  new Promise((resolve) => isClosed && resolve());
`;
const TESTS = `
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closing, isAdult, isChild, openStage } from './rules.ts';
let stage: { isOpen: boolean };
let visitors: number;
let isUsed = false;
beforeAll(() => void (stage = openStage()));
beforeEach(() => void (visitors = 0));
afterAll(() => void (isUsed = false));
it('knows the edge', () => expect([isAdult(18), isAdult(17)]).toEqual([true, false]));
it('knows no edge', () => expect([isChild(5), isChild(80)]).toEqual([true, false]));
it('is open', () => expect(stage.isOpen).toBe(true));
it('closes', () => closing(true));
it('counts visitors of this test alone', () => expect(isAdult(20) && (visitors += 1)).toBe(1));
it('passes once on a stage', () => {
  expect(isUsed).toBe(false);
  isUsed = isChild(5);
});
let times = 0;
it('passes once in a process', () => expect(isAdult(30) && (times += 1)).toBe(1));
`;

let directory: string;
let mutants: Mutant[];
let tried: Tried;

beforeAll(async () => {
  mkdirSync(join(LOCAL, 'mutation'), { recursive: true });
  directory = mkdtempSync(join(LOCAL, 'mutation', 'tried-'));
  writeFileSync(join(directory, 'rules.ts'), CODE);
  writeFileSync(join(directory, 'rules.tests.ts'), TESTS);
  const at = (name: string) => relative(REPOSITORY, join(directory, name));
  const instrumented = await instrument(REPOSITORY, [at('rules.ts')]);
  mutants = instrumented.mutants;
  tried = await tryMutants(relative(join(LOCAL, 'mutation'), directory), instrumented, [at('rules.tests.ts')], {
    slackMs: SLACK_MS,
  });
});
afterAll(() => {
  for (const path of globSync(`${directory}*`)) rmSync(path, { recursive: true, force: true });
});

const verdictOf = (original: string, replacement: string): { verdict?: string; by?: string | undefined } => {
  const mutant = mutants.find((one) => one.original === original && one.replacement === replacement);
  return tried.verdicts.get(mutant!.id) ?? {};
};

it('decides every mutant', () => {
  expect(tried.verdicts.size).toBe(mutants.length);
});

it.each([
  ['age >= 18', 'age > 18', 'killed', 'knows the edge'],
  ['age < 12', 'age >= 12', 'killed', 'knows no edge'],
  ['age < 12', 'age <= 12', 'survived', undefined],
  ['1 < 2', '1 <= 2', 'uncovered', undefined],
  ['isClosed && resolve()', 'false', 'killed', 'it did not end'],
])('%s -> %s is %s', (original, replacement, verdict, by) => {
  expect(verdictOf(original, replacement)).toMatchObject({ verdict, ...(by && { by: expect.stringContaining(by) }) });
});

it('tries what only sets up by setting up anew', () => {
  expect(verdictOf('true', 'false')).toMatchObject({ verdict: 'killed', by: expect.stringContaining('is open') });
});

it('names tests that cannot run again', () => {
  expect(tried.leftOut).toEqual([expect.stringMatching(/passes once in a process: it fails the second time$/)]);
});
