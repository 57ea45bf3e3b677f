import { borneBySeller } from '@estampa/kernel/discounted-earning';
import { type Breakdown, earningOf, type PayoutItem } from './payout-item.ts';
import type { SaleState } from './standing.ts';
import { type Account, lackingOf, type Transfer } from './transfer.ts';
import { borneOf, worthOf } from './worth.ts';

/** One sold item as the ledger needs it. */
export type LedgerItem = {
  orderItemId: string;
  sellerProfileId: string;
  quantity: number;
  /** For one unit. */
  artistEarningsCents: number;
  breakdown: Breakdown;
  /** Of all units, its part of what went back to the buyer. */
  givenBackCents: number;
  /** Of all units, what its artist bears of the provider's fee. */
  borneFeeCents: number;
  saleState: SaleState;
};

/** What is known of a paid order. */
export type LedgerOrder = {
  orderId: string;
  /** Null where only events of earlier versions came: then freight is left as it is. */
  totalCents: number | null;
  /** Null where it is not that of the newest event: then what the platform gave back is left as it is. */
  refundedCents: number | null;
  /** What the provider kept of the charge; null where no event says it: then it is left as it is. */
  feeCents: number | null;
  items: readonly LedgerItem[];
};

/** What has to be posted of an order, by what is known of it and what was posted before. */
export function settleOrder(order: LedgerOrder, posted: readonly Transfer[]): Transfer[] {
  const unknown = unknownOf(order);
  const isKnown = ({ debit, credit }: Transfer) =>
    !unknown.includes(debit) && !unknown.includes(credit) && (order.feeCents !== null || !isProviderFee(debit, credit));
  return lackingOf(transfersOf(order), posted.filter(isKnown));
}

/** What the provider retained. */
const isProviderFee = (...accounts: readonly Account[]): boolean =>
  accounts.includes('provider_fees') && accounts.includes('clearing');

/** Accounts for which too little is known of an order. */
export const unknownOf = ({ totalCents, refundedCents }: LedgerOrder): Account[] => [
  ...(totalCents === null ? (['freight'] as const) : []),
  ...(refundedCents === null ? (['refunds'] as const) : []),
];

/** All that an order ever moved, but the payment of its earnings. */
function transfersOf(order: LedgerOrder): Transfer[] {
  if (!order.items.some(({ saleState }) => saleState.wasApproved)) return [];
  const refundedCents = order.refundedCents ?? Number.MAX_SAFE_INTEGER;
  const losses = lossesOf(order.items, refundedCents);
  const ofArtists = losses.reduce((sum, { givenCents }) => sum + givenCents, 0);
  const { orderId } = order;
  return [
    ...order.items.flatMap((item) => soldTransfers(orderId, item)),
    ...freightOf(order),
    transfer('order_approved', ['provider_fees', 'clearing'], order.feeCents ?? 0, { orderId }),
    ...order.items.flatMap((item) => borneTransfers(orderId, item)),
    ...order.items.flatMap((item, place) => lostTransfers(orderId, item, losses[place]!)),
    ...(order.refundedCents === null
      ? []
      : [transfer('refunded', ['refunds', 'clearing'], refundedCents - ofArtists, { orderId })]),
  ].filter(({ amountCents }) => amountCents !== 0);
}

type Of = Pick<Transfer, 'orderId'> & Partial<Pick<Transfer, 'orderItemId' | 'sellerProfileId' | 'payoutId'>>;

const transfer = (
  kind: Transfer['kind'],
  [debit, credit]: readonly [Account, Account],
  amountCents: number,
  of: Of,
): Transfer => ({ kind, debit, credit, amountCents, sellerProfileId: null, orderItemId: null, payoutId: null, ...of });

/**
 * The price of all units, in the parts that checkout froze. Cents that rounding left are the platform's. What a coupon took off was never
 * collected: the platform bears it, or the seller of the item.
 */
function soldTransfers(orderId: string, { quantity, artistEarningsCents, breakdown, ...item }: LedgerItem): Transfer[] {
  const of = { orderId, orderItemId: item.orderItemId, sellerProfileId: item.sellerProfileId };
  const sold = (credit: Account, unitCents: number) =>
    transfer('order_approved', ['clearing', credit], unitCents * quantity, of);
  return [
    sold('production_cost', breakdown.baseCostCents),
    sold('platform_fee', breakdown.platformFeeCents),
    sold('artist_earnings', artistEarningsCents),
    sold('platform_margin', breakdown.profitCents - artistEarningsCents),
    transfer('order_approved', ['discounts', 'clearing'], breakdown.discountCents ?? 0, of),
    transfer('order_approved', ['artist_earnings', 'discounts'], borneBySeller(breakdown), of),
  ];
}

/** What artists bear of the fee that the provider kept: their part of what is the platform's without it. */
function borneTransfers(orderId: string, { saleState, ...item }: LedgerItem): Transfer[] {
  const of = { orderId, orderItemId: item.orderItemId, sellerProfileId: item.sellerProfileId };
  const borneCents = borneOf(saleState, { ...item, amountCents: earningOf(item) });
  return [transfer('order_approved', ['artist_earnings', 'provider_fees'], borneCents, of)];
}

/** What the buyer paid beyond the items; a discount by no coupon that is more than the shipping comes out of it. */
function freightOf({ orderId, totalCents, items }: LedgerOrder): Transfer[] {
  if (totalCents === null) return [];
  const itemCents = items.reduce(
    (sum, { quantity, breakdown }) => sum + quantity * priceOf(breakdown) - (breakdown.discountCents ?? 0),
    0,
  );
  return [transfer('order_approved', ['clearing', 'freight'], totalCents - itemCents, { orderId })];
}

const priceOf = ({ baseCostCents, platformFeeCents, profitCents }: Breakdown): number =>
  baseCostCents + platformFeeCents + profitCents;

/** What an item's artist lost, by where it went. */
type Loss = {
  /** To the buyer. */
  givenCents: number;
  returnedCents: number;
  /** Taken back by the end of an order of which less went back: the platform's. */
  forfeitedCents: number;
};

/** No more went to the buyer than was refunded: beyond that it stays with the platform. */
function lossesOf(items: readonly LedgerItem[], refundedCents: number): Loss[] {
  let leftCents = refundedCents;
  return items.map(({ givenBackCents, saleState, ...item }) => {
    const amountCents = earningOf(item);
    const lostCents = amountCents - worthOf(saleState, { amountCents, givenBackCents, borneFeeCents: 0 });
    const byRefundCents = isOver(saleState) ? lostCents : Math.min(givenBackCents, lostCents);
    const givenCents = Math.min(byRefundCents, leftCents);
    leftCents -= givenCents;
    return { givenCents, returnedCents: lostCents - byRefundCents, forfeitedCents: byRefundCents - givenCents };
  });
}

const isOver = ({ paymentStatus }: SaleState): boolean => paymentStatus === 'refunded' || paymentStatus === 'cancelled';

function lostTransfers(orderId: string, { orderItemId, sellerProfileId }: LedgerItem, loss: Loss): Transfer[] {
  const of = { orderId, orderItemId, sellerProfileId };
  return [
    transfer('refunded', ['artist_earnings', 'clearing'], loss.givenCents, of),
    transfer('item_returned', ['artist_earnings', 'returns'], loss.returnedCents, of),
    transfer('earning_forfeited', ['artist_earnings', 'platform_margin'], loss.forfeitedCents, of),
  ];
}

/** What the provider took for sending a batch. */
export const feeTransfers = (payoutId: string, feeCents: number): Transfer[] =>
  feeCents > 0 ? [transfer('transfer_fee', ['provider_fees', 'clearing'], feeCents, { orderId: null, payoutId })] : [];

/** What left to an artist by paid entries; what an entry takes back comes in again. */
export const payoutTransfers = (
  entries: readonly Pick<PayoutItem, 'amountCents' | 'orderId' | 'orderItemId' | 'sellerProfileId' | 'payoutId'>[],
): Transfer[] =>
  lackingOf(
    entries.map(({ amountCents, ...of }) =>
      transfer('payout_paid', ['artist_earnings', 'payouts'], amountCents, {
        orderId: of.orderId,
        orderItemId: of.orderItemId,
        sellerProfileId: of.sellerProfileId,
        payoutId: of.payoutId,
      }),
    ),
    [],
  );
