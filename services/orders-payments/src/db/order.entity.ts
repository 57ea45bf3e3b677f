import { defineEntity, p } from '@mikro-orm/postgresql';
import type { FulfillmentStatus } from '../domain/fulfillment.ts';
import type { Address, Order, PaymentStatus } from '../domain/order.ts';

const OrderSchema = defineEntity({
  name: 'OrderRow',
  tableName: 'customer_order',
  properties: {
    id: p.uuid().primary(),
    orderNumber: p.integer(),
    userId: p.uuid(),
    email: p.text(),
    fullName: p.text(),
    phone: p.text().strictNullable(),
    shipping: p.json<Address>(),
    /** Order number, e-mail and name in lower case, a line each. */
    searchText: p.text(),
    paymentStatus: p.text().$type<PaymentStatus>(),
    fulfillmentStatus: p.text().$type<FulfillmentStatus>(),
    subtotalCents: p.integer(),
    shippingCents: p.integer(),
    discountCents: p.integer(),
    totalCents: p.integer(),
    totalRefundedCents: p.integer(),
    shippingMethodId: p.text().strictNullable(),
    carrier: p.text().strictNullable(),
    serviceCode: p.text().strictNullable(),
    currentPaymentId: p.uuid(),
    /** The JSON form of the proto message. */
    shipment: p.json<Record<string, unknown>>().strictNullable(),
    shipmentVersion: p.integer(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    paidAt: p.datetime().strictNullable(),
    shippedAt: p.datetime().strictNullable(),
    deliveredAt: p.datetime().strictNullable(),
  },
});

export class OrderRow extends OrderSchema.class {}
OrderSchema.setClass(OrderRow);

// A row serves as the domain's order without a mapper; tsc fails here the day they drift apart.
null as unknown as OrderRow satisfies Order;
