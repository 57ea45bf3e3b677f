import { describe, expect, it } from '@jest/globals';
import { combinations, countCombinations, identityOf } from './combinations.ts';

const asset = (key: string, value: string) => ({ key, value });

describe('combinations', () => {
  it('gives the full cartesian product, never a part of it', () => {
    const assets = [asset('size', 'P'), asset('size', 'M'), asset('finish', 'matte'), asset('finish', 'gloss')];

    expect(combinations(assets)).toEqual([
      { finish: 'matte', size: 'P' },
      { finish: 'matte', size: 'M' },
      { finish: 'gloss', size: 'P' },
      { finish: 'gloss', size: 'M' },
    ]);
  });

  it.each([
    [[], 0],
    [[asset('size', 'P')], 1],
    [[asset('size', 'P'), asset('size', 'M'), asset('paper', 'a')], 2],
    [Array.from({ length: 75 }, (_, n) => asset(`key${n % 3}`, String(n))), 15_625],
    [Array.from({ length: 200 }, (_, n) => asset(`key${n % 50}`, String(n))), 4 ** 50],
  ])('counts without making them', (assets, expected) => {
    expect(countCombinations(assets)).toBe(expected);
  });
});

describe('identityOf', () => {
  it('does not depend on the order of the keys', () => {
    expect(identityOf({ size: 'P', finish: 'matte' })).toBe(identityOf({ finish: 'matte', size: 'P' }));
  });

  it.each([
    [{ size: 'P' }, { size: 'P', finish: 'matte' }],
    [{ size: 'P' }, { size: 'p' }],
    [{}, { size: 'P' }],
    [{ a: 'b', c: 'd' }, { a: 'b","c":"d' }],
  ])('tells %j from %j', (one, other) => {
    expect(identityOf(one)).not.toBe(identityOf(other));
  });
});
