import { randomNumbers } from '@estampa/testing/random-numbers';
import { describe, expect, it } from 'vitest';
import { givenBackOf, type RefundedItem } from './given-back.ts';

/** Of 10,000 cents the items cost 8,998, of which their artists earn 1,996, 998 and nothing. */
const TOTAL = 10_000;
const A = { earningCents: 1_996, costCents: 4_999, refundedCents: 0 };
const B = { earningCents: 998, costCents: 3_998, refundedCents: 0 };
const C = { earningCents: 0, costCents: 1, refundedCents: 0 };

describe('what each item loses', () => {
  it.each<[string, number[], number, number[]]>([
    ['nothing went back', [0, 0, 0], 0, [0, 0, 0]],
    ['one item went back whole', [4_999, 0, 0], 0, [1_996, 0, 0]],
    ['a part of one item', [2_500, 0, 0], 0, [998, 0, 0]],
    ['half a cent is a whole one', [0, 2, 0], 0, [0, 0, 0]],
    ['half a cent is a whole one', [0, 3, 0], 0, [0, 1, 0]],
    ['two items, each its own', [4_999, 1_999, 1], 0, [1_996, 499, 0]],
    ['half of the total, without lines', [0, 0, 0], 5_000, [998, 499, 0]],
    ['a line and a part that is spread', [2_500, 0, 0], 2_000, [998 + 399, 200, 0]],
    ['a line that is all, and a part that is spread: no more than all', [4_999, 0, 0], 2_000, [1_996, 200, 0]],
    ['all, without lines', [0, 0, 0], TOTAL, [1_996, 998, 0]],
  ])('%s: lines of %j, %i spread', (_case, lines, spreadCents, expected) => {
    const items = [A, B, C].map((item, place) => ({ ...item, refundedCents: lines[place]! }));

    expect(givenBackOf(items, spreadCents, TOTAL)).toEqual(expected);
  });

  it('of an item that was given away is nothing', () => {
    expect(givenBackOf([{ earningCents: 0, costCents: 0, refundedCents: 0 }], 0, 0)).toEqual([0]);
  });

  it('depends on no line of another, grows with its own, and stays within the earning', () => {
    const random = randomNumbers(20_261_123);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    for (let round = 0; round < 1_000; round += 1) {
      const items = Array.from({ length: 1 + upTo(4) }, (): RefundedItem => {
        const costCents = upTo(20_000);
        return { costCents, earningCents: upTo(costCents), refundedCents: upTo(costCents) };
      });
      const totalCents = items.reduce((sum, { costCents }) => sum + costCents, upTo(3_000));
      const spreadCents = upTo(totalCents);
      const place = upTo(items.length - 1);
      const more = { ...items[place]!, refundedCents: items[place]!.costCents };

      const lost = givenBackOf(items, spreadCents, totalCents);
      const then = givenBackOf(items.with(place, more), spreadCents, totalCents);

      expect(then.toSpliced(place, 1)).toEqual(lost.toSpliced(place, 1));
      expect(then[place]).toBe(more.costCents > 0 ? more.earningCents : lost[place]);
      for (const [at, { earningCents, costCents, refundedCents }] of items.entries()) {
        const exact = shareOf(earningCents, refundedCents, costCents) + shareOf(earningCents, spreadCents, totalCents);
        expect(lost[at]).toBeGreaterThanOrEqual(0);
        expect(lost[at]).toBeLessThanOrEqual(earningCents);
        // A line is rounded by itself, the spread part by largest remainder.
        expect(Math.abs(lost[at]! - Math.min(exact, earningCents))).toBeLessThan(1.5 + 1e-6);
      }
    }
  });
});

const shareOf = (cents: number, part: number, whole: number): number => (whole === 0 ? 0 : (cents * part) / whole);
