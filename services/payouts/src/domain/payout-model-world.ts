import { borneFeesOf } from './borne-fees.ts';
import { givenBackOf } from './given-back.ts';
import type { PayoutItem } from './payout-item.ts';
import { type ModelSale, PLACES } from './payout-model-items.ts';
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
  /** What the provider kept; null until it says so. */
  feeCents: number | null;
};

/** One order of two sellers, its events that are not consumed yet, and what its sellers are owed. */
export type World = {
  sale: ModelSale;
  order: OrderState;
  itemStatuses: readonly ItemStatus[];
  /** Consumed in any order, or twice. */
  reported: OrderState[];
  received: OrderState | null;
  receivedStatuses: ItemStatus[];
  entries: PayoutItem[];
  batches: Payout[];
};

export function newWorld(sale: ModelSale): World {
  const order: OrderState = {
    version: 1,
    paymentStatus: 'pending',
    wasApproved: false,
    isDisputed: false,
    isRefundUnderWay: false,
    lineCents: PLACES.map(() => 0),
    shippingBackCents: 0,
    spreadCents: 0,
    feeCents: null,
  };
  const none = PLACES.map((): ItemStatus => 'pending');
  return {
    sale,
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

export const entriesOf = ({ sale, entries }: World, place: number): PayoutItem[] =>
  entries.filter(({ orderItemId }) => orderItemId === sale.items[place]!.id);

/** Of each item, its part of what went back. */
export function givenBackIn({ items, totalCents }: ModelSale, { lineCents, spreadCents }: OrderState): number[] {
  const refunded = items.map((item, place) => ({ ...item, refundedCents: lineCents[place]! }));
  return givenBackOf(refunded, spreadCents, totalCents);
}

/** Of each item, what its artist bears of the fee. */
export const borneIn = ({ items, totalCents, isFeeBorneByArtist }: ModelSale, { feeCents }: OrderState): number[] =>
  borneFeesOf(
    items.map((item) => ({ ...item, isBorneByArtist: isFeeBorneByArtist })),
    feeCents ?? 0,
    totalCents,
  );
