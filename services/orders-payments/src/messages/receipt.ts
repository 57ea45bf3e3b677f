import type { Receipt } from '@estampa/contracts/orders/v1/receipt';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { Context } from '../context.ts';
import type { OrderParts } from '../db/order-parts.ts';
import type { OrderRow } from '../db/tables/order.ts';
import { receiptToken } from '@estampa/kernel/receipt-link';
import { paidCentsOf, shipmentMessage } from './order.ts';

/** Where a paid order's receipt is, for whoever may see it today. */
export function receiptUrlOf(
  { now, settings: { receipts } }: Pick<Context, 'now' | 'settings'>,
  order: Pick<OrderRow, 'id' | 'paidAt'>,
): string | undefined {
  const [key] = receipts.keys;
  return order.paidAt && key ? `${receipts.url}/${receiptToken(order.id, now(), key)}` : undefined;
}

export function receiptMessage({ order, items, payment, refundPendingCents }: OrderParts): AllFields<Receipt> {
  const shipment = shipmentMessage(order);
  const codes = [shipment?.trackingCode, ...items.map(({ trackingCode }) => trackingCode)];
  return {
    orderNumber: order.orderNumber,
    paymentStatus: order.paymentStatus,
    paymentMethod: payment?.method ?? undefined,
    items: items.map(({ title, optionLabel, quantity, unitPriceCents, lineTotalCents, sellerName }) => ({
      title,
      optionLabel,
      quantity,
      unitPriceCents,
      lineTotalCents,
      sellerName,
    })),
    subtotalCents: order.subtotalCents,
    shippingCents: order.shippingCents,
    discountCents: order.discountCents,
    totalCents: order.totalCents,
    paidCents: paidCentsOf({ order, payment }),
    refundedCents: order.totalRefundedCents,
    refundPendingCents,
    createdAt: order.createdAt,
    paidAt: order.paidAt ?? undefined,
    shippedAt: order.shippedAt ?? undefined,
    deliveredAt: order.deliveredAt ?? undefined,
    carrier: shipment?.carrier,
    trackingCodes: [...new Set(codes)].filter((code) => typeof code === 'string'),
    trackingUrl: shipment?.trackingUrl,
  };
}
