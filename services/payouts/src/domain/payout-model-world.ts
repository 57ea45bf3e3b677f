import { borneFeesOf } from './borne-fees.ts';
import { givenBackOf } from './given-back.ts';
import type { PayoutItem } from './payout-item.ts';
import { ITEMS, TOTAL_CENTS } from './payout-model-items.ts';
import type { Payout } from './payout.ts';
import type { ItemStatus, PaymentStatus, SaleState } from './standing.ts';

/** What an order says of itself at one time. */
export type OrderState = {
  version: number;
  paymentStatus: PaymentStatus;
  wasApproved: boolean;
  isDisputed: boolean;
  isRefundUnderWay: boolean;
  /** What went back by lines, of each item and of the shipping, and without lines. */
  lineCents: readonly number[];
  shippingBackCents: number;
  spreadCents: number;
  /** What the provider kept; null until it says so. The artists bear it. */
  feeCents: number | null;
};

/** One order of two sellers, its events that are not consumed yet, and what its sellers are owed. */
export type World = {
  order: OrderState;
  itemStatuses: readonly ItemStatus[];
  /** Consumed in any order, or twice. */
  reported: OrderState[];
  received: OrderState | null;
  receivedStatuses: ItemStatus[];
  entries: PayoutItem[];
  batches: Payout[];
};

export function newWorld(): World {
  const order: OrderState = {
    version: 1,
    paymentStatus: 'pending',
    wasApproved: false,
    isDisputed: false,
    isRefundUnderWay: false,
    lineCents: ITEMS.map(() => 0),
    shippingBackCents: 0,
    spreadCents: 0,
    feeCents: null,
  };
  const none = ITEMS.map((): ItemStatus => 'pending');
  return {
    order,
    itemStatuses: none,
    reported: [],
    received: null,
    receivedStatuses: [...none],
    entries: [],
    batches: [],
  };
}

export const refundedCents = ({ lineCents, shippingBackCents, spreadCents }: OrderState): number =>
  lineCents.reduce((sum, cents) => sum + cents, shippingBackCents + spreadCents);

/** What the service knows of one item; null before its order is consumed. */
export function saleStateOf({ received, receivedStatuses }: World, place: number): SaleState | null {
  return received && { ...received, itemStatus: receivedStatuses[place]! };
}

export const entriesOf = ({ entries }: World, place: number): PayoutItem[] =>
  entries.filter(({ orderItemId }) => orderItemId === ITEMS[place]!.id);

/** Of each item, its part of what went back. */
export function givenBackIn({ lineCents, spreadCents }: OrderState): number[] {
  const refunded = ITEMS.map((item, place) => ({ ...item, refundedCents: lineCents[place]! }));
  return givenBackOf(refunded, spreadCents, TOTAL_CENTS);
}

/** Of each item, what its artist bears of the fee. */
export const borneIn = ({ feeCents }: OrderState): number[] =>
  borneFeesOf(
    ITEMS.map((item) => ({ ...item, isBorneByArtist: true })),
    feeCents ?? 0,
    TOTAL_CENTS,
  );
