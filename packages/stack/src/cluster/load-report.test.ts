import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { oneMore, uncached } from './images.ts';
import { counted, failuresIn, isRetryable, loadBetween, report, unsound } from './load-report.ts';

const second = (at: number, more: object = {}) =>
  JSON.stringify({ at, requests: 10, slowestMs: 5, retried: {}, failed: {}, ...more });
const UPGRADE = { name: 'upgrade', from: 1_000, to: 5_000 };

describe('what clients met during a step', () => {
  it('is the sum of its seconds and of no others', () => {
    const failure = { at: 2_500, what: 'POST orders 404', requestId: 'r', tries: ['POST orders 404'] };
    const lines = [
      '{"ready":true}',
      second(999, { failed: { 'GET me 500': 9 } }),
      second(1_000, { retried: { 'GET stores 503': 2 } }),
      'not ours',
      second(1_999, { retried: { 'GET stores 503': 1 }, failed: { 'POST orders 404': 1 }, slowestMs: 80 }),
      JSON.stringify({ failure }),
      second(3_000, { requests: 0 }),
      second(4_500),
      second(5_000, { failed: { 'GET me 500': 9 } }),
    ].join('\n');

    expect(loadBetween(lines, UPGRADE)).toEqual({
      name: 'upgrade',
      tookMs: 4_000,
      requests: 30,
      slowestMs: 80,
      quietMs: 2_501,
      retried: { 'GET stores 503': 3 },
      failed: { 'POST orders 404': 1 },
    });
    expect(failuresIn(lines)).toEqual([failure]);
    expect(counted(loadBetween(lines, UPGRADE))).toBe('30 requests, 3 repeated, 1 failed');
    expect(report([loadBetween(lines, UPGRADE)])).toMatch(/3 GET stores 503 \| failed: 1 POST orders 404/);
  });

  it('is unsound when a request failed, and when none was served', () => {
    const well = loadBetween(second(1_000), UPGRADE);
    const silent = loadBetween(second(1_000, { requests: 0 }), UPGRADE);
    const failed = loadBetween(second(1_000, { failed: { 'GET me 500': 1 } }), UPGRADE);

    expect(silent.quietMs).toBe(4_000);
    expect(unsound([well, silent, failed])).toEqual([silent, failed]);
  });
});

it.each([
  [0, 'ECONNRESET', 1, true],
  [503, 'not_ready', 1, true],
  [504, 'timeout', 7, true],
  [409, 'idempotency_key_in_use', 2, true],
  [409, 'idempotency_key_in_use', 1, false],
  [409, 'conflict', 2, false],
  [500, 'internal', 1, false],
])('a client sends %s %s after try %s again: %s', (status, code, tries, may) => {
  expect(isRetryable(status, code, tries)).toBe(may);
});

it('a next version has one migration more, at the end', () => {
  const files = readdirSync(join(REPOSITORY, 'services/catalog/src/db/migrations')).sort();
  const { name, text } = oneMore(files);

  expect(text).toMatch(/export default class AddForTheUpgrade extends Migration/);
  expect(name).toMatch(/^\d{4}-add-for-the-upgrade\.ts$/);
  expect(Number(name.slice(0, 4))).toBe(Number(files.at(-1)!.slice(0, 4)) + 1);
});

it('an image that is built again takes nothing of its own from the cache', () => {
  const dockerfile = readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8');
  const stages = uncached(dockerfile, '7').split(/^(?=FROM )/m);

  expect(stages.slice(1).map((stage) => stage.includes('LABEL again="7"'))).toEqual([false, false, true, true]);
  expect(() => uncached('FROM scratch', '7')).toThrow('other stages');
});
