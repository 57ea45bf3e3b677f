import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@estampa/testing/topic-probe';

export type AnOrder = { id: string; sellerProfileId: string; itemIds: string[]; orderNumber: number };

export const anOrder = (more: Partial<AnOrder> = {}): AnOrder => ({
  id: randomUUID(),
  sellerProfileId: randomUUID(),
  itemIds: [randomUUID()],
  orderNumber: 7,
  ...more,
});

const PAID_STATUSES = ['approved', 'refunded'];
const QUANTITY = 2;
const EARNINGS = {
  priceCents: 5000,
  baseCostCents: 3000,
  platformFeeCents: 500,
  profitCents: 1500,
  artistEarningsCents: 500,
  platformFeeBasisPoints: 1000,
  artistRoyaltyBasisPoints: 3333,
};
export const AMOUNT_CENTS = QUANTITY * EARNINGS.artistEarningsCents;

export const TOTAL_CENTS = 10_000;

/** What orders-payments says when the payment of an order changes. */
export const orderIs = (
  order: AnOrder,
  paymentStatus: string,
  version: number,
  isDisputed = false,
  refundedCents = 0,
): NewEvent => ({
  type: `order_${paymentStatus}`,
  key: `order:${order.id}`,
  value: {
    order: {
      id: order.id,
      orderNumber: order.orderNumber,
      paymentStatus,
      isDisputed,
      totalCents: TOTAL_CENTS,
      refundedCents,
      ...(PAID_STATUSES.includes(paymentStatus) && { paidAt: '2026-11-20T12:00:00.000Z' }),
      items: order.itemIds.map((id) => ({
        id,
        orderId: order.id,
        sellerProfileId: order.sellerProfileId,
        title: 'Demo mug',
        quantity: QUANTITY,
        earnings: EARNINGS,
      })),
    },
    version,
  },
});

/** What fulfillment-shipping says when an item moves. */
export const itemIs = (order: AnOrder, fulfillmentStatus: string, version: number, index = 0): NewEvent => ({
  type: `item_${fulfillmentStatus}`,
  key: `item:${order.itemIds[index]}`,
  value: { item: { id: order.itemIds[index], orderId: order.id, fulfillmentStatus }, version },
});
