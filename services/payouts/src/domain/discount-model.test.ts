import { randomNumbers } from '@estampa/testing/random-numbers';
import { expect, it } from 'vitest';
import { givenBackOf } from './given-back.ts';
import { type LedgerOrder, settleOrder } from './order-transfers.ts';
import { type Breakdown, DISCOUNT_FUNDERS, earningOf } from './payout-item.ts';
import type { Account, Transfer } from './transfer.ts';

const ORDERS = 1_000;
const SEED = 20_261_128;
const SALE = { isDisputed: false, isRefundUnderWay: false, itemStatus: 'delivered', wasApproved: true } as const;

const sum = (amounts: readonly number[]): number => amounts.reduce((cents, one) => cents + one, 0);
const creditOf = (account: Account, posted: readonly Transfer[]): number =>
  sum(
    posted.map(({ debit, credit, amountCents }) =>
      credit === account ? amountCents : debit === account ? -amountCents : 0,
    ),
  );

/** An order with a coupon, whoever bears it, of which lines of random sizes go back until nothing is left. */
it(`of ${ORDERS} random orders gives back what was paid, and leaves no artist less than nothing`, () => {
  const random = randomNumbers(SEED);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  for (let one = 0; one < ORDERS; one += 1) {
    const discountFunder = DISCOUNT_FUNDERS[one % 2]!;
    const items = Array.from({ length: 1 + upTo(3) }, (_none, place) => aSale(place, discountFunder, upTo));
    const costs = items.map(
      ({ quantity, breakdown }) => quantity * breakdown.priceCents - (breakdown.discountCents ?? 0),
    );
    const discountCents = sum(items.map(({ breakdown }) => breakdown.discountCents ?? 0));
    const shippingCents = 500 + upTo(2_000);
    const totalCents = sum(costs) + shippingCents;
    const known = (lines: readonly number[], spreadCents: number, isOver: boolean): LedgerOrder => {
      const refunded = items.map((item, place) => ({
        earningCents: earningOf(item),
        costCents: costs[place]!,
        refundedCents: lines[place]!,
      }));
      const givenBack = givenBackOf(refunded, spreadCents, totalCents);
      const saleState = { ...SALE, paymentStatus: isOver ? ('refunded' as const) : ('approved' as const) };
      return {
        orderId: 'order',
        totalCents,
        refundedCents: sum(lines) + spreadCents,
        feeCents: 0,
        items: items.map((item, place) => ({
          ...item,
          givenBackCents: givenBack[place]!,
          borneFeeCents: 0,
          saleState,
        })),
      };
    };

    const posted: Transfer[] = [];
    const lines = items.map(() => 0);
    const mustAgree = (order: LedgerOrder) => {
      posted.push(...settleOrder(order, posted));
      const earned = creditOf('artist_earnings', posted);
      expect(0 - creditOf('clearing', posted)).toBe(totalCents - order.refundedCents!);
      expect(creditOf('freight', posted)).toBe(shippingCents);
      expect(0 - creditOf('discounts', posted)).toBe(discountFunder === 'platform' ? discountCents : 0);
      expect(earned).toBeGreaterThanOrEqual(0);
      expect(earned).toBeLessThanOrEqual(sum(items.map(earningOf)));
      return earned;
    };
    expect(mustAgree(known(lines, 0, false))).toBe(sum(items.map(earningOf)));
    for (const place of items.keys()) {
      while (lines[place]! < costs[place]!) {
        lines[place]! += 1 + upTo(costs[place]! - lines[place]! - 1);
        mustAgree(known(lines, 0, false));
      }
    }
    expect(mustAgree(known(lines, shippingCents, true))).toBe(0);
    expect(creditOf('clearing', posted)).toBe(0);
  }
});

/** Its coupon takes off no more than it costs, or earns where its seller bears it. */
function aSale(place: number, discountFunder: 'platform' | 'seller', upTo: (most: number) => number) {
  const [quantity, priceCents] = [1 + upTo(4), 100 + upTo(5_000)];
  const platformFeeCents = upTo(Math.floor(priceCents / 10));
  const baseCostCents = upTo(priceCents - platformFeeCents);
  const profitCents = priceCents - platformFeeCents - baseCostCents;
  const artistEarningsCents = upTo(profitCents);
  const discountCents = upTo(quantity * (discountFunder === 'seller' ? artistEarningsCents : priceCents));
  const breakdown: Breakdown = {
    priceCents,
    baseCostCents,
    platformFeeCents,
    profitCents,
    artistRoyaltyBasisPoints: 0,
    platformFeeBasisPoints: 0,
    ...(discountCents > 0 && { discountCents, discountFunder }),
  };
  return { orderItemId: `item-${place}`, sellerProfileId: 'seller', quantity, artistEarningsCents, breakdown };
}
