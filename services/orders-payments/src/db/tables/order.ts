import {
  boolean,
  integer,
  json,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { FULFILLMENT_STATUSES } from '../../domain/fulfillment.ts';
import { type Address, type Order, PAYMENT_STATUSES, type UsedCoupon } from '../../domain/order.ts';

/** Columns that are saved with the lock of the order. */
export const ORDER_PROGRESS = {
  paymentStatus: oneOf(PAYMENT_STATUSES),
  fulfillmentStatus: oneOf(FULFILLMENT_STATUSES),
  totalRefundedCents: integer,
  isDisputed: boolean,
  isClosing: boolean,
  currentPaymentId: uuid,
  version: integer,
  updatedAt: timestamp,
  paidAt: nullable(timestamp),
  shippedAt: nullable(timestamp),
  deliveredAt: nullable(timestamp),
};

/** Everything but its progress and its shipment is frozen at checkout. */
export const order = table('customer_order', {
  id: key(uuid),
  orderNumber: integer,
  userId: uuid,
  email: text,
  fullName: text,
  phone: nullable(text),
  shipping: json<Address>(),
  subtotalCents: integer,
  shippingCents: integer,
  discountCents: integer,
  totalCents: integer,
  shippingMethodId: nullable(text),
  carrier: nullable(text),
  serviceCode: nullable(text),
  coupon: nullable(json<UsedCoupon>()),
  createdAt: timestamp,
  ...ORDER_PROGRESS,
  /** The JSON form of the proto message. */
  shipment: nullable(json<Record<string, unknown>>()),
  shipmentVersion: integer,
});

export type OrderRow = RowOf<typeof order.columns>;

declare const isCompared: unique symbol;
/** An order that may be saved: `orderChanged` alone makes one, so that no change stays unpublished. */
export type ChangedOrder = OrderRow & { readonly [isCompared]: true };

// A type error here means that the row and the domain's order have drifted apart: rows are used without a mapper.
null as unknown as OrderRow satisfies Order;
