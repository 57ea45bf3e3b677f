import { describe, expect, it } from 'vitest';
import { inProportion } from './proportion.ts';

describe('a part in proportion', () => {
  it.each([
    ['nothing', [100, 200], 0, 300, [0, 0]],
    ['all', [100, 201], 301, 301, [100, 201]],
    ['a half', [100, 300], 50, 100, [50, 150]],
    ['the cent that is left goes to the largest remainder', [100, 100, 101], 1, 3, [33, 33, 34]],
    ['of equals to the first', [1, 1, 1], 1, 3, [1, 0, 0]],
    ['half a cent is a whole one', [1], 1, 2, [1]],
    ['of nothing', [0, 0], 50, 100, [0, 0]],
    ['of an order that cost nothing', [100], 0, 0, [0]],
    ['of more than 32 bits hold', [200_000_000_000], 1_999_999_999, 2_000_000_000, [199_999_999_900]],
  ])('%s', (_case, shares, part, whole, expected) => {
    expect(inProportion(shares, part, whole)).toEqual(expected);
  });

  it('always adds up to the part of the sum, and never exceeds a share', () => {
    for (let whole = 1; whole <= 60; whole += 7) {
      for (let part = 0; part <= whole; part += 1) {
        const shares = [7, 0, 13, whole, 1, 1, 29];
        const parts = inProportion(shares, part, whole);
        const sum = shares.reduce((one, other) => one + other, 0);

        expect(parts.reduce((one, other) => one + other, 0)).toBe(Math.floor((sum * part) / whole + 0.5));
        expect(parts.every((one, place) => one >= 0 && one <= shares[place]!)).toBe(true);
      }
    }
  });
});
