import { shareOut } from '@estampa/kernel/money';
import { Random } from '@estampa/stack/random';
import { expect, it } from 'vitest';
import {
  type AgreedFee,
  balancesOf,
  type CouponTerms,
  type PaidLine,
  type PaidOrder,
} from '../../bench/src/ledger/oracle.ts';
import { discountOf } from '../../../services/orders-payments/src/domain/coupon-discount.ts';
import { borneFeesOf } from '../../../services/payouts/src/domain/borne-fees.ts';
import { givenBackOf } from '../../../services/payouts/src/domain/given-back.ts';
import { settleOrder } from '../../../services/payouts/src/domain/order-transfers.ts';
import { type Breakdown, earningOf } from '../../../services/payouts/src/domain/payout-item.ts';
import type { Transfer } from '../../../services/payouts/src/domain/transfer.ts';

const [SEED, ORDERS] = [20_261_128, 2_000];
const AGREED: AgreedFee = { sellerProfileId: 'a', productTypeId: 'x', feeBasisPoints: 777, startsAt: 10, endsAt: 20 };
const random = new Random(SEED);
const one = <T>(...all: readonly T[]): T => random.oneOf(all)!;

/** Of the terms alone; what was paid and went back is added once the rules have said what the order costs. */
type Wanted = Pick<PaidOrder, 'placedAt' | 'shippingCents' | 'coupon' | 'isOver' | 'lines'>;

const wantedLine = (): PaidLine => ({
  sellerProfileId: one('a', 'b'),
  productTypeId: one('x', 'y'),
  quantity: 1 + random.below(5),
  priceCents: 200 + random.below(15_000),
  baseCostCents: random.below(9_000),
  feeBasisPoints: random.below(3_000),
  royaltyBasisPoints: random.below(10_001),
  isFeeBorneByArtist: random.chance(0.5),
  refundedCents: 0,
  isReturned: random.chance(0.15),
});

function wantedCoupon(): CouponTerms {
  const sellerProfileId = one('a', null);
  if (random.chance(0.5))
    return { sellerProfileId, basisPoints: null, cents: 1 + random.below(60_000), maxCents: null };
  return {
    sellerProfileId,
    basisPoints: 1 + random.below(10_000),
    cents: null,
    maxCents: one(null, 1 + random.below(5_000)),
  };
}

const wantedOrder = (): Wanted => ({
  placedAt: 5 + random.below(20),
  shippingCents: 500 + random.below(5_000),
  coupon: random.chance(0.6) ? wantedCoupon() : null,
  isOver: random.chance(0.2),
  lines: Array.from({ length: 1 + random.below(4) }, wantedLine),
});

/** An item as the services freeze it; `paidCents` is what its buyer paid for it. */
type Sale = { quantity: number; artistEarningsCents: number; breakdown: Breakdown; paidCents: number };

function salesOf({ placedAt, shippingCents, coupon, lines }: Wanted): Sale[] {
  const isAgreed = ({ sellerProfileId, productTypeId }: PaidLine) =>
    sellerProfileId === AGREED.sellerProfileId &&
    productTypeId === AGREED.productTypeId &&
    placedAt >= 10 &&
    placedAt < 20;
  const shared = lines.map((line) =>
    shareOut({
      priceCents: line.priceCents,
      baseCostCents: line.baseCostCents,
      platformFeeBasisPoints: isAgreed(line) ? AGREED.feeBasisPoints : line.feeBasisPoints,
      artistRoyaltyBasisPoints: line.royaltyBasisPoints,
    }),
  );
  const items = lines.map(({ sellerProfileId, priceCents, quantity }, place) => ({
    sellerProfileId,
    lineTotalCents: priceCents * quantity,
    earningCents: shared[place]!.artistEarningsCents * quantity,
  }));
  const terms = coupon && {
    sellerProfileId: coupon.sellerProfileId,
    discountBasisPoints: coupon.basisPoints,
    discountCents: coupon.cents,
    maxDiscountCents: coupon.maxCents,
    minOrderCents: null,
    startsAt: new Date(0),
  };
  const taken = terms ? discountOf(terms, items, shippingCents) : items.map(() => 0);
  const discountFunder = coupon?.sellerProfileId === null ? ('platform' as const) : ('seller' as const);
  return shared.map(({ artistEarningsCents, ...breakdown }, place) => ({
    quantity: lines[place]!.quantity,
    artistEarningsCents,
    breakdown: { ...breakdown, ...(taken[place]! > 0 && { discountCents: taken[place]!, discountFunder }) },
    paidCents: items[place]!.lineTotalCents - taken[place]!,
  }));
}

/** The order as it was paid, and what of it went back: by lines for items or for nothing, and without lines. */
function paid(wanted: Wanted, sales: readonly Sale[]): PaidOrder {
  const totalCents = wanted.shippingCents + sales.reduce((sum, { paidCents }) => sum + paidCents, 0);
  let leftCents = totalCents;
  const giveBack = (chance: number, mostCents: number): number => {
    const cents = random.chance(chance) ? random.below(Math.min(mostCents, leftCents) + 1) : 0;
    leftCents -= cents;
    return cents;
  };
  const lines = wanted.lines.map((line, place) => ({ ...line, refundedCents: giveBack(0.2, sales[place]!.paidCents) }));
  giveBack(0.1, 2_000);
  const refundedByLinesCents = totalCents - leftCents;
  giveBack(wanted.isOver ? 0.9 : 0.3, totalCents);
  const refundedCents = totalCents - leftCents;
  const feeCents = Math.min(one(0, 199, Math.round(totalCents * 0.0299) + 49), totalCents);
  return { ...wanted, id: 'order', discountCents: 0, totalCents, feeCents, refundedCents, refundedByLinesCents, lines };
}

/** What the services post of it. */
function transfersOf(order: PaidOrder, sales: readonly Sale[]): Transfer[] {
  const { totalCents, feeCents, refundedCents, refundedByLinesCents, isOver, lines } = order;
  const items = lines.map(({ refundedCents: ofItem, isFeeBorneByArtist: isBorneByArtist }, place) => ({
    earningCents: earningOf(sales[place]!),
    costCents: sales[place]!.paidCents,
    refundedCents: ofItem,
    isBorneByArtist,
  }));
  const back = givenBackOf(items, refundedCents - refundedByLinesCents, totalCents);
  const borne = borneFeesOf(items, feeCents, totalCents);
  return settleOrder(
    {
      orderId: 'order',
      totalCents,
      refundedCents,
      feeCents,
      items: lines.map(({ sellerProfileId, isReturned }, place) => ({
        ...sales[place]!,
        orderItemId: `item-${place}`,
        sellerProfileId,
        givenBackCents: back[place]!,
        borneFeeCents: borne[place]!,
        saleState: {
          wasApproved: true,
          paymentStatus: isOver ? 'refunded' : 'approved',
          isDisputed: false,
          isRefundUnderWay: false,
          itemStatus: isReturned ? 'returned' : 'delivered',
        },
      })),
    },
    [],
  );
}

function balancesBy(transfers: readonly Transfer[]): Record<string, bigint> {
  const balances: Record<string, bigint> = {};
  for (const { debit, credit, amountCents } of transfers) {
    balances[credit] = (balances[credit] ?? 0n) + BigInt(amountCents);
    balances[debit] = (balances[debit] ?? 0n) - BigInt(amountCents);
  }
  return balances;
}

it('the oracle of the bench and the services come to the same of random orders', () => {
  for (let number = 0; number < ORDERS; number += 1) {
    const wanted = wantedOrder();
    let sales: Sale[];
    try {
      sales = salesOf(wanted);
    } catch {
      // The coupon is of another store, or takes nothing off.
      continue;
    }
    const order = paid(wanted, sales);
    const posted = balancesBy(transfersOf(order, sales));
    const expected = balancesOf([order], new Map([['a', [AGREED]]]), 0n);

    const found = Object.fromEntries(Object.keys(expected).map((account) => [account, posted[account] ?? 0n]));
    expect({ order, balances: found }).toEqual({ order, balances: expected });
  }
});
