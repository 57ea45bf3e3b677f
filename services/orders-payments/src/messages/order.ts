import type { Order, Recipient } from '@estampa/contracts/orders/v1/order';
import { Shipment } from '@estampa/contracts/orders/v1/shipment';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { InvoiceRow } from '../db/tables/invoice.ts';
import type { OrderRow } from '../db/tables/order.ts';
import type { ShownParts } from '../db/order-parts.ts';
import { isPayable } from '../domain/order.ts';
import { isOpen } from '../domain/payment.ts';
import { orderItemMessage } from './order-item.ts';
import { paymentMessage } from './payment.ts';

/** An order, with one seller's items alone, as that seller sees it: without the buyer's contact and payment data, and others' coupons. */
export const sellersOrderMessage = (parts: ShownParts): AllFields<Order> => ({
  ...orderMessage(parts, false),
  ...sellersCoupon(parts),
  email: '',
  phone: undefined,
  initPoint: undefined,
  sandboxInitPoint: undefined,
});

/** Whoever knows a code can use it, so sellers see those of their own coupons alone. */
function sellersCoupon({
  order: { coupon },
  items,
}: ShownParts): Pick<AllFields<Order>, 'couponCode' | 'discountFunder'> {
  const funder = items.some(({ discountCents }) => discountCents > 0) ? coupon?.funder : undefined;
  return { couponCode: funder === 'seller' ? coupon?.code : undefined, discountFunder: funder };
}

/** An order as other services see it. Sellers' earnings are not shown to buyers. */
export function orderMessage(
  { order, items, payment, refundPendingCents }: ShownParts,
  withEarnings: boolean,
): AllFields<Order> {
  const link = payment && isPayable(order) && isOpen(payment) ? payment : null;
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    userId: order.userId,
    email: order.email,
    fullName: order.fullName,
    phone: order.phone ?? undefined,
    shipping: order.shipping,
    paymentStatus: order.paymentStatus,
    fulfillmentStatus: order.fulfillmentStatus,
    subtotalCents: order.subtotalCents,
    shippingCents: order.shippingCents,
    discountCents: order.discountCents,
    totalCents: order.totalCents,
    totalRefundedCents: order.totalRefundedCents,
    items: items.map((item) => orderItemMessage(item, withEarnings)),
    payment: payment ? paymentMessage(payment) : undefined,
    shipment: shipmentMessage(order),
    initPoint: link?.initPoint ?? undefined,
    sandboxInitPoint: link?.sandboxInitPoint ?? undefined,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    paidAt: order.paidAt ?? undefined,
    shippedAt: order.shippedAt ?? undefined,
    deliveredAt: order.deliveredAt ?? undefined,
    shippingMethodId: order.shippingMethodId ?? undefined,
    carrier: order.carrier ?? undefined,
    serviceCode: order.serviceCode ?? undefined,
    paidCents: paidCentsOf({ order, payment }),
    refundPendingCents,
    receiptUrl: undefined,
    invoice: undefined,
    couponCode: order.coupon?.code,
    discountFunder: order.coupon?.funder,
  };
}

/** What the buyer paid; 0 until then. */
export const paidCentsOf = ({ order, payment }: Pick<ShownParts, 'order' | 'payment'>): number =>
  order.paidAt && payment ? (payment.paidCents ?? payment.amountCents) : 0;

export const shipmentMessage = ({ shipment }: Pick<OrderRow, 'shipment'>): Shipment | undefined =>
  shipment ? Shipment.fromJSON(shipment) : undefined;

/** The label names an invoice that stands. */
export const recipientMessage = (order: OrderRow, invoice: InvoiceRow | null): AllFields<Recipient> => ({
  userId: order.userId,
  fullName: order.fullName,
  email: order.email,
  phone: order.phone ?? undefined,
  shipping: order.shipping,
  serviceCode: order.serviceCode ?? undefined,
  invoiceKey: (invoice?.status === 'issued' && invoice.nfeKey) || undefined,
});
