import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import LongestFirst from './longest-first.ts';

it('begins with the kind of file that takes longest, and with the longest text of a kind', () => {
  const directory = mkdtempSync(join(tmpdir(), 'estampa-order-'));
  const file = (kind: string, name: string, size: number) => {
    writeFileSync(join(directory, name), ' '.repeat(size));
    return { path: join(directory, name), context: { config: { displayName: { name: kind } } } };
  };
  const [rules, short, long, whole] = [
    file('unit', 'rules', 900),
    file('service', 'short', 10),
    file('service', 'long', 20),
    file('e2e', 'whole', 1),
  ];

  expect(new LongestFirst().sort([rules, short, long, whole])).toEqual([whole, long, short, rules]);
  rmSync(directory, { recursive: true });
});
