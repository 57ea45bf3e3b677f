import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REPOSITORY } from '../paths.ts';
import { withOneMore } from './images.ts';
import { loadBetween } from './load-report.ts';

const second = (at: number, more: object = {}) =>
  JSON.stringify({ at, requests: 10, retried: 0, failed: 0, slowestMs: 5, reasons: {}, ...more });

describe('what clients met during a step', () => {
  it('is the sum of its seconds and of no others', () => {
    const lines = [
      '{"ready":true}',
      second(999, { failed: 9 }),
      second(1_000, { retried: 2, reasons: { 'GET stores 503': 2 } }),
      'not ours',
      second(1_999, { retried: 1, failed: 1, slowestMs: 80, reasons: { 'GET stores 503': 1, 'POST orders 0': 1 } }),
      second(2_000, { failed: 9 }),
    ].join('\n');

    expect(loadBetween(lines, { name: 'upgrade', from: 1_000, to: 2_000 })).toEqual({
      name: 'upgrade',
      tookMs: 1_000,
      requests: 20,
      retried: 3,
      failed: 1,
      slowestMs: 80,
      reasons: { 'GET stores 503': 3, 'POST orders 0': 1 },
    });
  });
});

it('a next version has one migration more, at the end', () => {
  const migrations = readFileSync(join(REPOSITORY, 'services/catalog/src/db/migrations.ts'), 'utf8');

  expect(withOneMore(migrations)).toMatch(/class AddForTheUpgrade extends Migration/);
  expect(withOneMore(migrations).trimEnd()).toMatch(/,\n {2}AddForTheUpgrade,\n\];$/);
});
