import { describe, expect, it } from 'vitest';
import { combinations, countCombinations, hasExactlyKeys, identityOf, writtenCharacters } from './combinations.ts';

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

  it.each([
    [[]],
    [[asset('size', 'P')]],
    [
      [
        asset('size', 'P'),
        asset('size', 'GG'),
        asset('finish', 'matte'),
        asset('finish', 'gloss'),
        asset('paper', 'a'),
      ],
    ],
  ])('are as long as is said without making them', (assets) => {
    const text = combinations(assets).flatMap((one) => Object.entries(one).flat());

    expect(writtenCharacters(assets)).toBe(text.join('').length);
  });
});

describe('hasExactlyKeys', () => {
  it.each([
    [{ size: 'P' }, ['size'], true],
    [{ size: 'P', finish: 'matte' }, ['finish', 'size', 'size'], true],
    [{ size: 'P' }, ['size', 'finish'], false],
    [{ size: 'P', finish: 'matte' }, ['size'], false],
    [{ size: 'P' }, ['constructor'], false],
  ])('of %j and %j', (assets, keys, expected) => {
    expect(hasExactlyKeys(assets as Record<string, string>, keys)).toBe(expected);
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
  ])('distinguishes %j from %j', (one, other) => {
    expect(identityOf(one)).not.toBe(identityOf(other));
  });
});
