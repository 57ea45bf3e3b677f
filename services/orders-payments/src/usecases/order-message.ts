import { type Order, type OrderItem, type Payment, Shipment } from '@estampa/contracts/orders/v1/orders';
import type { OrderRow } from '../db/order.entity.ts';
import type { OrderItemRow } from '../db/order-item.entity.ts';
import type { PaymentRow } from '../db/payment.entity.ts';
import { isPayable } from '../domain/order.ts';
import type { OrderParts } from './order-parts.ts';

/** An order as other services see it. What sellers earn is not for buyers. */
export function orderMessage({ order, items, payment }: OrderParts, withEarnings: boolean): Order {
  const link = isPayable(order) ? payment : null;
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
    items: items.map((item) => itemMessage(item, withEarnings)),
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
  };
}

export const itemMessage = (item: OrderItemRow, withEarnings: boolean): OrderItem => ({
  id: item.id,
  orderId: item.orderId,
  sellerProductId: item.sellerProductId,
  productVariantId: item.productVariantId,
  sellerProfileId: item.sellerProfileId,
  artworkId: item.artworkId,
  quantity: item.quantity,
  unitPriceCents: item.unitPriceCents,
  lineTotalCents: item.lineTotalCents,
  title: item.title,
  imageUrl: item.imageUrl ?? undefined,
  optionLabel: item.optionLabel,
  variantAssets: item.variantAssets,
  selectedOptions: item.selectedOptions,
  sellerName: item.sellerName,
  sellerSlug: item.sellerSlug,
  productTypeName: item.productTypeName,
  productionDays: item.productionDays,
  packagingDays: item.packagingDays,
  fulfillmentStatus: item.fulfillmentStatus,
  trackingCode: item.trackingCode ?? undefined,
  shippedAt: item.shippedAt ?? undefined,
  deliveredAt: item.deliveredAt ?? undefined,
  earnings: withEarnings ? item.earnings : undefined,
});

const paymentMessage = (payment: PaymentRow): Payment => ({
  id: payment.id,
  paymentProvider: payment.provider,
  providerPreferenceId: payment.preferenceId ?? undefined,
  providerPaymentId: payment.providerPaymentId ?? undefined,
  status: payment.status,
  amountCents: payment.amountCents,
  paidAt: payment.paidAt ?? undefined,
  createdAt: payment.createdAt,
});

const shipmentMessage = ({ shipment }: OrderRow): Shipment | undefined =>
  shipment ? Shipment.fromJSON(shipment) : undefined;
