import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loggedAsWrong } from './log-reporter.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'log-reporter-'));
});

afterAll(() => rmSync(directory, { recursive: true }));

const line = (level: string, second: number, msg: string): string =>
  JSON.stringify({ level, time: `2026-01-01T00:00:0${second}.000Z`, service: 'catalog', msg });

it('prints each kind of warning and error of a file once, with how often it occurred', () => {
  const first = line('warn', 2, 'trying again');
  const lines = [line('warn', 1, 'too early'), first, line('info', 2, 'all is well'), 'not json', '{"half'];
  mkdirSync(join(directory, 'one', 'logs'), { recursive: true });
  writeFileSync(join(directory, 'one', 'logs', 'catalog.log'), [...lines, line('warn', 3, 'trying again')].join('\n'));
  const at = (second: number) => Date.UTC(2026, 0, 1, 0, 0, second);

  expect(loggedAsWrong(directory, { start: at(2), end: at(4) })).toEqual([`2 x ${first}`]);
  expect(loggedAsWrong(join(directory, 'missing'), { start: at(2), end: at(4) })).toEqual([]);
});
