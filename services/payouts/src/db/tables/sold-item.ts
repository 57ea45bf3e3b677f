import { boolean, integer, json, key, nullable, type RowOf, textOf, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { Breakdown } from '../../domain/payout-item.ts';
import type { ItemStatus, PaymentStatus } from '../../domain/standing.ts';

/** From events of its order. */
export const OF_ORDER = {
  orderVersion: integer,
  paymentStatus: textOf<PaymentStatus>(),
  wasApproved: boolean,
  isDisputed: boolean,
  isRefundUnderWay: boolean,
  sale: nullable(json<SoldAs>()),
  /** Of all items of the order, as `totalsVersion` of it said; null where only events of earlier versions of this service came. */
  orderTotalCents: nullable(integer),
  orderRefundedCents: nullable(integer),
  orderFeeCents: nullable(integer),
  /** Lags behind `orderVersion` where a replica of an earlier version stored the newest event. */
  totalsVersion: nullable(integer),
};

/** From events of the item itself. */
export const OF_ITEM = { itemVersion: integer, itemStatus: textOf<ItemStatus>() };

/** Replicated state of one sold order item, of two topics; `sale` is null until its order is known. */
export const soldItem = table('sold_item', { orderItemId: key(uuid), orderId: uuid, ...OF_ORDER, ...OF_ITEM });

export type SoldItemRow = RowOf<typeof soldItem.columns>;

/** Frozen at checkout. */
export type SoldAs = {
  orderNumber: number;
  sellerProfileId: string;
  title: string;
  /** As it was called then; absent until an event tells it. */
  productTypeName?: string;
  quantity: number;
  artistEarningsCents: number;
  /** Of all units, its part of what went back to the buyer; absent until an event says so. */
  givenBackCents?: number;
  /** Of all units, what its artist bears of the provider's fee; absent where that is nothing. */
  borneFeeCents?: number;
  breakdown: Breakdown;
};
