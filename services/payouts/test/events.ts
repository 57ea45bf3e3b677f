import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@estampa/testing/topic-probe';

export type AnOrder = {
  id: string;
  sellerProfileId: string;
  /** Who sells the items after the first; missing: the same. */
  otherSellers: string[];
  itemIds: string[];
  orderNumber: number;
  /** As checkout froze it; missing: the platform. */
  providerFeeBearer?: string;
};

export const anOrder = (more: Partial<AnOrder> = {}): AnOrder => ({
  id: randomUUID(),
  sellerProfileId: randomUUID(),
  otherSellers: [],
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

/** What all units of one item cost. */
export const ITEM_COST_CENTS = QUANTITY * EARNINGS.priceCents;

type Payment = {
  isDisputed?: boolean;
  isRefundUnderWay?: boolean;
  refundedCents?: number;
  /** Absent in events of versions in which refunds had no lines. */
  spreadRefundedCents?: number;
  /** Absent until the provider says so. */
  providerFeeCents?: number;
  /** By lines, of each item. */
  linesCents?: number[];
};

/** What orders-payments says when the payment of an order changes. */
export const orderIs = (
  order: AnOrder,
  paymentStatus: string,
  version: number,
  { linesCents = [], ...payment }: Payment = {},
): NewEvent => ({
  type: `order_${paymentStatus}`,
  key: `order:${order.id}`,
  value: {
    order: {
      id: order.id,
      orderNumber: order.orderNumber,
      paymentStatus,
      totalCents: TOTAL_CENTS,
      ...payment,
      ...(PAID_STATUSES.includes(paymentStatus) && { paidAt: '2026-11-20T12:00:00.000Z' }),
      items: order.itemIds.map((id, place) => ({
        id,
        orderId: order.id,
        sellerProfileId: order.otherSellers[place - 1] ?? order.sellerProfileId,
        title: 'Demo mug',
        quantity: QUANTITY,
        unitPriceCents: EARNINGS.priceCents,
        earnings: { ...EARNINGS, providerFeeBearer: order.providerFeeBearer },
        refundedCents: linesCents[place] ?? 0,
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
