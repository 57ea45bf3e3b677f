import { randomNumbers } from '@estampa/testing/random-numbers';
import { describe, expect, it } from 'vitest';
import { borneFeesOf, type ChargedItem } from './borne-fees.ts';

const SEED = 20_261_128;
const CASES = 2_000;

const item = (costCents: number, earningCents = costCents, isBorneByArtist = true): ChargedItem => ({
  costCents,
  earningCents,
  isBorneByArtist,
});
const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

describe('what artists bear of the provider’s fee', () => {
  it.each([
    ['all of it without shipping', [item(1_000)], 199, 1_000, [199]],
    ['nothing where there is none', [item(1_000)], 0, 1_000, [0]],
    ['by their prices', [item(1_000), item(3_000)], 200, 4_000, [50, 150]],
    [
      'the cent that is left by the largest remainder, the first of equals first',
      [item(1, 99), item(1, 99), item(1, 99)],
      199,
      3,
      [67, 66, 66],
    ],
    ['not the part of the shipping', [item(1_000)], 199, 2_000, [100]],
    ['no more than all with a discount', [item(1_000), item(1_000)], 199, 1_500, [100, 99]],
    ['no more than they earn', [item(1_000, 30), item(1_000)], 200, 2_000, [30, 100]],
    ['nothing where the platform bears it', [item(1_000, 900, false), item(1_000)], 200, 2_000, [0, 100]],
    ['nothing of an order without a price', [item(0)], 199, 0, [0]],
  ] as const)('is %s', (_, items, feeCents, totalCents, expected) => {
    expect(borneFeesOf(items, feeCents, totalCents)).toEqual(expected);
  });

  it('is to the cent what the items have of the order, and never more than fee or earnings', () => {
    const random = randomNumbers(SEED);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    for (let number = 0; number < CASES; number += 1) {
      const items = Array.from({ length: 1 + upTo(4) }, () => item(1 + upTo(20_000), upTo(9_000), random() < 0.7));
      const itemCents = sum(items.map(({ costCents }) => costCents));
      const totalCents = Math.max(1, itemCents + upTo(5_000) - upTo(Math.min(itemCents, 5_000)));
      const feeCents = upTo(2_000);
      const borne = borneFeesOf(items, feeCents, totalCents);
      const all = borneFeesOf(
        items.map(({ costCents }) => item(costCents, Number.MAX_SAFE_INTEGER)),
        feeCents,
        totalCents,
      );

      const ofItems = (cents: number) => (feeCents * cents) / Math.max(totalCents, itemCents);
      expect({
        number,
        isToTheCent: Math.abs(sum(all) - ofItems(itemCents)) <= 0.5 && sum(all) <= feeCents,
        areParts: items.every(({ costCents }, place) => Math.abs(all[place]! - ofItems(costCents)) < 1),
        borne,
      }).toEqual({
        number,
        isToTheCent: true,
        areParts: true,
        borne: items.map(({ earningCents, isBorneByArtist }, place) =>
          isBorneByArtist ? Math.min(all[place]!, earningCents) : 0,
        ),
      });
    }
  });
});
