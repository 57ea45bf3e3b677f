import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takePastKills } from './past-kills.ts';
import { addProgress, type ProgressLine } from './plan.ts';

const CODE = new Map([['a.ts', 'a < b']]);
const KILL: ProgressLine = { id: '1', verdict: 'killed', by: 'a test' };

let directory: string;
let base: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'past-kills-'));
  base = join(directory, 'payouts');
  takePastKills(base, CODE);
  const lines: ProgressLine[] = [{ id: '1' }, KILL, { id: '2' }, { id: '2', verdict: 'survived' }, { id: '3' }];
  for (const line of lines) addProgress(`${base}-0.progress`, line);
});
afterEach(() => rmSync(directory, { recursive: true }));

it('what was killed stays so for as many runs as the code is the same, and the rest is forgotten', () => {
  expect(takePastKills(base, CODE)).toEqual([KILL]);
  addProgress(`${base}-1.progress`, { id: '3', verdict: 'killed' });

  expect(takePastKills(base, CODE)).toEqual(expect.arrayContaining([KILL, { id: '3', verdict: 'killed' }]));
  expect(takePastKills(base, CODE)).toHaveLength(2);
});

it('kills of other code or another target are none', () => {
  expect(takePastKills(join(directory, 'pay'), CODE)).toEqual([]);
  expect(takePastKills(base, new Map([['a.ts', 'a > b']]))).toEqual([]);
  expect(takePastKills(base, CODE)).toEqual([]);
});
