import { describe, expect, it } from 'vitest';
import type { SaleState } from './standing.ts';
import { balanceOf, borneOf, type Earning, worthOf } from './worth.ts';

const APPROVED = {
  wasApproved: true,
  paymentStatus: 'approved',
  isDisputed: false,
  isRefundUnderWay: false,
  itemStatus: 'delivered',
} as const;

describe('what a sold item is worth', () => {
  it.each([
    ['its earning', {}, 1000],
    ['less its part of what went back', { givenBackCents: 300 }, 700],
    ['less what its artist bears of the fee', { borneFeeCents: 99 }, 901],
    ['less both', { givenBackCents: 300, borneFeeCents: 99 }, 601],
    ['never less than nothing', { givenBackCents: 950, borneFeeCents: 99 }, 0],
    ['nothing when refunded, without the fee', { paymentStatus: 'refunded', borneFeeCents: 99 }, 0],
    ['nothing when returned, without the fee', { itemStatus: 'returned', borneFeeCents: 99 }, 0],
    ['the same while it is disputed', { isDisputed: true }, 1000],
    ['the same while all of it is on its way back', { isRefundUnderWay: true }, 1000],
    ['nothing when refunded', { paymentStatus: 'refunded', givenBackCents: 1000 }, 0],
    ['nothing when cancelled', { paymentStatus: 'cancelled' }, 0],
    ['nothing when returned', { itemStatus: 'returned' }, 0],
    ['nothing before it is approved', { wasApproved: false }, 0],
  ] as const)('is %s', (_case, more: Partial<SaleState & Earning>, expected) => {
    const { givenBackCents = 0, borneFeeCents = 0, ...saleState } = more;

    const earning = { amountCents: 1000, givenBackCents, borneFeeCents };

    expect(worthOf({ ...APPROVED, ...saleState }, earning)).toBe(expected);
  });

  it.each([
    ['all of its part', {}, 0, 99],
    ['what is left of the earning', {}, 950, 50],
    ['nothing of what went back', { paymentStatus: 'refunded' }, 1000, 0],
    ['nothing of what came back', { itemStatus: 'returned' }, 0, 0],
  ] as const)(
    'is less what its artist bears of the fee: %s',
    (_case, more: Partial<SaleState>, givenBackCents, expected) => {
      const earning: Earning = { amountCents: 1000, givenBackCents, borneFeeCents: 99 };

      expect(borneOf({ ...APPROVED, ...more }, earning)).toBe(expected);
    },
  );
});

describe('the balance of entries', () => {
  const entry = (amountCents: number, status: 'held' | 'paid' | 'reversed', paidAt: Date | null = null) => ({
    amountCents,
    status,
    paidAt,
  });

  it.each([
    ['of none', [], 0],
    ['of a sale', [entry(1000, 'held')], 1000],
    ['of one that was reversed before it was paid', [entry(1000, 'reversed')], 0],
    ['of one that was paid and reversed', [entry(1000, 'reversed', new Date()), entry(-1000, 'held')], 0],
    ['with corrections', [entry(1000, 'paid', new Date()), entry(-300, 'held'), entry(100, 'held')], 800],
  ])('%s', (_case, entries, expected) => {
    expect(balanceOf(entries)).toBe(expected);
  });
});
