import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestFirst } from './longest-first.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'estampa-order-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const file = (path: string, size: number, text = '') => {
  const moduleId = join(directory, path);
  mkdirSync(dirname(moduleId), { recursive: true });
  writeFileSync(moduleId, text.padEnd(size));
  return { moduleId };
};

it('begins with the kind of file that takes longest, and with the longest text of a kind', () => {
  const rules = file('payouts/src/rules.test.ts', 900);
  const short = file('payouts/test/short.test.ts', 10);
  const long = file('payouts/test/long.test.ts', 20);
  const endToEnd = file('testing/e2e/whole.test.ts', 1);

  expect(longestFirst([rules, short, long, endToEnd])).toEqual([endToEnd, long, short, rules]);
});

it('keeps the files of a folder together that has processes, those last that share them', () => {
  const large = file('media/test/large.test.ts', 50);
  const sharing = file('media/test/sharing.test.ts', 90, 'await startSharedMedia();');
  const small = file('media/test/small.test.ts', 30);
  const between = file('catalog/test/between.test.ts', 40);
  const rules = file('media/src/rules.test.ts', 10);
  const longRules = file('catalog/src/rules.test.ts', 20);

  expect(longestFirst([rules, sharing, between, small, longRules, large])).toEqual([
    large,
    small,
    sharing,
    between,
    longRules,
    rules,
  ]);
});
