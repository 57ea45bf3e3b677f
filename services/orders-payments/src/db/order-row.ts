import { boolean, integer, json, nullable, oneOf, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { FULFILLMENT_STATUSES } from '../domain/fulfillment.ts';
import { type Address, type Order, PAYMENT_STATUSES } from '../domain/order.ts';

export const ORDER = {
  id: text,
  orderNumber: integer,
  userId: text,
  email: text,
  fullName: text,
  phone: nullable(text),
  shipping: json<Address>(),
  paymentStatus: oneOf(PAYMENT_STATUSES),
  fulfillmentStatus: oneOf(FULFILLMENT_STATUSES),
  subtotalCents: integer,
  shippingCents: integer,
  discountCents: integer,
  totalCents: integer,
  totalRefundedCents: integer,
  isDisputed: boolean,
  isClosing: boolean,
  shippingMethodId: nullable(text),
  carrier: nullable(text),
  serviceCode: nullable(text),
  currentPaymentId: text,
  /** The JSON form of the proto message. */
  shipment: nullable(json<Record<string, unknown>>()),
  shipmentVersion: integer,
  version: integer,
  createdAt: timestamp,
  updatedAt: timestamp,
  paidAt: nullable(timestamp),
  shippedAt: nullable(timestamp),
  deliveredAt: nullable(timestamp),
};

/** All else is frozen at checkout. */
export const ORDER_CHANGES = [
  'paymentStatus',
  'fulfillmentStatus',
  'totalRefundedCents',
  'isDisputed',
  'isClosing',
  'currentPaymentId',
  'version',
  'updatedAt',
  'paidAt',
  'shippedAt',
  'deliveredAt',
] as const satisfies readonly (keyof OrderRow)[];

export type OrderRow = RowOf<typeof ORDER>;

// A row serves as the domain's order without a mapper; tsc fails here the day they drift apart.
null as unknown as OrderRow satisfies Order;
