import { COUPON_FUNDERS } from '@estampa/kernel/discounted-earning';
import { randomNumbers } from '@estampa/testing/random-numbers';
import { expect, it } from 'vitest';
import { borneFeesOf } from './borne-fees.ts';
import { givenBackOf } from './given-back.ts';
import { type LedgerOrder, settleOrder } from './order-transfers.ts';
import { type Breakdown, earningOf } from './payout-item.ts';
import type { Account, Transfer } from './transfer.ts';

const ORDERS = 150;
const FEE_MAX_CENTS = 400;
const SEED = 20_261_128;
const SALE = { isDisputed: false, isRefundUnderWay: false, itemStatus: 'delivered', wasApproved: true } as const;

const sum = (amounts: readonly number[]): number => amounts.reduce((cents, one) => cents + one, 0);
const creditOf = (account: Account, posted: readonly Transfer[]): number =>
  sum(
    posted.map(({ debit, credit, amountCents }) =>
      credit === account ? amountCents : debit === account ? -amountCents : 0,
    ),
  );

/** An order with a coupon, whoever bears it, whose artists bear the provider's fee; and what is known of it as it goes back. */
function anOrder(discountFunder: 'platform' | 'seller', upTo: (most: number) => number) {
  const items = Array.from({ length: 1 + upTo(3) }, (_none, place) => aSale(place, discountFunder, upTo));
  const costs = items.map(
    ({ quantity, breakdown }) => quantity * breakdown.priceCents - (breakdown.discountCents ?? 0),
  );
  const sold = items.map((item, place) => ({ earningCents: earningOf(item), costCents: costs[place]! }));
  const discountCents = sum(items.map(({ breakdown }) => breakdown.discountCents ?? 0));
  const shippingCents = 500 + upTo(2_000);
  const totalCents = sum(costs) + shippingCents;
  const feeCents = upTo(FEE_MAX_CENTS);
  const charged = sold.map((item) => ({ ...item, isBorneByArtist: true }));
  const borne = borneFeesOf(charged, feeCents, totalCents);
  const known = (lines: readonly number[], spreadCents: number, isOver: boolean): LedgerOrder => {
    const refunded = sold.map((item, place) => ({ ...item, refundedCents: lines[place]! }));
    const givenBack = givenBackOf(refunded, spreadCents, totalCents);
    const saleState = { ...SALE, paymentStatus: isOver ? ('refunded' as const) : ('approved' as const) };
    return {
      orderId: 'order',
      totalCents,
      refundedCents: sum(lines) + spreadCents,
      feeCents,
      items: items.map((item, place) => ({
        ...item,
        givenBackCents: givenBack[place]!,
        borneFeeCents: borne[place]!,
        saleState,
      })),
    };
  };
  const earningCents = sum(items.map(earningOf));
  return { costs, discountCents, shippingCents, totalCents, feeCents, borneCents: sum(borne), earningCents, known };
}

it(`of ${ORDERS} random orders gives back what was paid, and leaves no artist less than nothing`, () => {
  const random = randomNumbers(SEED);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  for (let one = 0; one < ORDERS; one += 1) {
    const discountFunder = COUPON_FUNDERS[one % 2]!;
    const { known, costs, shippingCents, feeCents, borneCents, earningCents, ...order } = anOrder(discountFunder, upTo);
    const posted: Transfer[] = [];
    const lines = costs.map(() => 0);
    const mustAgree = (state: LedgerOrder) => {
      posted.push(...settleOrder(state, posted));
      const earned = creditOf('artist_earnings', posted);
      const bearsCents = 0 - creditOf('provider_fees', posted);
      expect({
        one,
        clearing: 0 - creditOf('clearing', posted),
        freight: creditOf('freight', posted),
        discounts: 0 - creditOf('discounts', posted),
        isFeeBorne: bearsCents >= feeCents - borneCents && bearsCents <= feeCents,
        isEarned: earned >= 0 && earned <= earningCents,
      }).toEqual({
        one,
        clearing: order.totalCents - state.refundedCents! - feeCents,
        freight: shippingCents,
        discounts: discountFunder === 'platform' ? order.discountCents : 0,
        isFeeBorne: true,
        isEarned: true,
      });
      return earned;
    };
    expect(mustAgree(known(lines, 0, false))).toBe(earningCents - borneCents);
    for (const place of costs.keys()) {
      while (lines[place]! < costs[place]!) {
        lines[place]! += 1 + upTo(costs[place]! - lines[place]! - 1);
        mustAgree(known(lines, 0, false));
      }
    }
    expect(mustAgree(known(lines, shippingCents, true))).toBe(0);
    expect(creditOf('clearing', posted)).toBe(feeCents);
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
