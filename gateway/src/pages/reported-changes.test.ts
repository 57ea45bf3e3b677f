import { describe, expect, it } from 'vitest';
import { CACHED_MS, NAMES_KNOWN_MAX, numbersOf, ReportedChanges, UNCHANGED_MAX_MS } from './reported-changes.ts';

const RELATED = numbersOf(['product:a/1', 'store:a', 'shelf:t']);
const MADE_AT = 1_000;
const MINUTE_AFTER = MADE_AT + CACHED_MS;

/** Made after one poll of anything, as each gateway's first is. */
function afterAPoll() {
  const reported = new ReportedChanges();
  reported.add(null, 0);
  const made = { at: MADE_AT, asOf: reported.polls };
  return { reported, made, until: (related = RELATED) => reported.until(related, made) };
}

describe('what was made', () => {
  it('lasts for a minute, and for another after each poll that named nothing of it', () => {
    const { reported, until } = afterAPoll();
    expect(until()).toBe(MINUTE_AFTER);

    for (const sentAt of [40_000, 95_000]) {
      reported.add(['product:a/2', 'home'], sentAt);
      expect(until()).toBe(sentAt + CACHED_MS);
    }
  });

  it('lasts no longer than a minute where nothing is known of its related products', () => {
    const { reported, until } = afterAPoll();
    reported.add([], 40_000);

    expect(until(numbersOf([]))).toBe(MINUTE_AFTER);
  });

  it.each(['product:a/1', 'store:a', 'shelf:t'])('lasts no longer than a minute once a poll named %s', (name) => {
    const { reported, until } = afterAPoll();
    reported.add([name], 20_000);
    reported.add([], 40_000);

    expect(until()).toBe(MINUTE_AFTER);
  });

  it('is judged by what was reported after it was begun', () => {
    const { reported, until } = afterAPoll();
    reported.add(['store:a'], 20_000);
    const next = { at: 30_000, asOf: reported.polls };
    reported.add([], 40_000);

    expect([reported.until(RELATED, next), until()]).toEqual([40_000 + CACHED_MS, MINUTE_AFTER]);
  });

  it('ends once anything may have changed', () => {
    const { reported, until } = afterAPoll();
    reported.add(null, 20_000);
    reported.add([], 40_000);

    expect(until()).toBe(MINUTE_AFTER);
  });

  it('is made anew in the end, however little changes', () => {
    const { reported, until } = afterAPoll();
    reported.add([], MADE_AT + 3 * UNCHANGED_MAX_MS);

    expect(until()).toBe(MINUTE_AFTER + UNCHANGED_MAX_MS);
  });

  it('is made anew where more names changed than are known, unless it was checked since', () => {
    const { reported, made, until } = afterAPoll();
    const checked = { ...made };
    const some = (count: number) => Array.from({ length: count }, (_one, at) => `product:b/${at}`);
    reported.add(['first'], 20_000);
    expect(reported.until(RELATED, checked)).toBe(20_000 + CACHED_MS);

    reported.add(some(NAMES_KNOWN_MAX), 40_000);

    expect([reported.until(RELATED, checked), until()]).toEqual([40_000 + CACHED_MS, MINUTE_AFTER]);
  });
});
