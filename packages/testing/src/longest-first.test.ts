import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { longestFirst } from './longest-first.ts';

it('begins with the kind of file that takes longest, and with the longest text of a kind', () => {
  const directory = mkdtempSync(join(tmpdir(), 'estampa-order-'));
  const file = (path: string, size: number) => {
    const moduleId = join(directory, path);
    mkdirSync(dirname(moduleId), { recursive: true });
    writeFileSync(moduleId, ' '.repeat(size));
    return { moduleId };
  };
  const rules = file('payouts/src/rules.test.ts', 900);
  const short = file('payouts/test/short.test.ts', 10);
  const long = file('payouts/test/long.test.ts', 20);
  const endToEnd = file('testing/e2e/whole.test.ts', 1);

  expect(longestFirst([rules, short, long, endToEnd])).toEqual([endToEnd, long, short, rules]);
  rmSync(directory, { recursive: true });
});
