import type { Order, OrderItem } from '@estampa/contracts/orders/v1/order';
import type { Payment } from '@estampa/contracts/orders/v1/payment';
import type { Shipment } from '@estampa/contracts/orders/v1/shipment';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, iso, isoOrNull, timestamp, shownCents, url, shownEmail, shownDictionary } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const PaymentStatus = z
  .enum(['pending', 'approved', 'rejected', 'refunded', 'cancelled'])
  .meta({ id: 'PaymentStatus' });
export const FulfillmentStatus = z
  .enum(['pending', 'in_production', 'shipped', 'delivered', 'returned'])
  .meta({ id: 'FulfillmentStatus' });

export const OrderItemJson = z
  .object({
    id,
    sellerProductId: id,
    productVariantId: id,
    sellerProfileId: id,
    artworkId: id,
    quantity: z.int(),
    unitPriceCents: shownCents,
    lineTotalCents: shownCents,
    title: z.string(),
    imageUrl: url.nullable(),
    optionLabel: z.string(),
    variantAssets: shownDictionary,
    selectedOptions: shownDictionary,
    sellerName: z.string(),
    sellerSlug: z.string(),
    productTypeName: z.string(),
    productionDays: z.int(),
    packagingDays: z.int(),
    fulfillmentStatus: FulfillmentStatus,
    trackingCode: z.string().nullable(),
    shippedAt: timestamp.nullable(),
    deliveredAt: timestamp.nullable(),
  })
  .meta({ id: 'OrderItem' });

const PaymentJson = z
  .object({
    id,
    paymentProvider: z.string(),
    providerPreferenceId: z.string().nullable(),
    providerPaymentId: z.string().nullable(),
    status: z
      .enum([
        'pending',
        'in_review',
        'approved',
        'rejected',
        'overdue',
        'cancelled',
        'partially_refunded',
        'refund_in_progress',
        'refunded',
        'disputed',
      ])
      .meta({ id: 'PaymentState' }),
    amountCents: shownCents,
    paidAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Payment' });

export const ShipmentJson = z
  .object({
    id,
    provider: z.string(),
    carrier: z.string().nullable(),
    service: z.string().nullable(),
    status: z.string(),
    trackingCode: z.string().nullable(),
    trackingUrl: url.nullable(),
    labelUrl: url.nullable(),
    error: z.string().nullable(),
    postedAt: timestamp.nullable(),
    deliveredAt: timestamp.nullable(),
    lastCheckedAt: timestamp.nullable().describe('The look at the carrier that brought the latest news'),
    createdAt: timestamp,
  })
  .meta({ id: 'Shipment' });

export const OrderJson = z
  .object({
    id,
    orderNumber: z.int(),
    email: shownEmail,
    fullName: z.string(),
    phone: z.string().nullable(),
    userId: id,
    shippingCep: z.string(),
    shippingStreet: z.string(),
    shippingNumber: z.string(),
    shippingComplement: z.string().nullable(),
    shippingNeighborhood: z.string(),
    shippingCity: z.string(),
    shippingState: z.string(),
    shippingCountry: z.string(),
    paymentStatus: PaymentStatus,
    fulfillmentStatus: FulfillmentStatus,
    subtotalCents: shownCents,
    shippingCents: shownCents,
    discountCents: shownCents,
    totalCents: shownCents,
    paidCents: shownCents.describe('What was really paid; 0 until the order is paid'),
    refundPendingCents: shownCents.describe('Asked to be given back, and not done at the provider'),
    totalRefundedCents: shownCents.describe('What is back'),
    items: z.array(OrderItemJson),
    payment: PaymentJson.nullable(),
    shipment: ShipmentJson.nullable().describe('Null until a label is first attempted'),
    initPoint: url.nullable().describe('Where to pay; null once there is nothing to pay'),
    sandboxInitPoint: url.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    paidAt: timestamp.nullable(),
    shippedAt: timestamp.nullable(),
    deliveredAt: timestamp.nullable(),
  })
  .meta({ id: 'Order' });

export const orderView = (
  order: Order,
  imageUrl: ImageUrl,
): View<Order, typeof OrderJson, 'shipping' | 'shippingMethodId' | 'carrier' | 'serviceCode'> => ({
  id: order.id,
  orderNumber: order.orderNumber,
  email: order.email,
  fullName: order.fullName,
  phone: order.phone ?? null,
  userId: order.userId,
  ...addressView(order.shipping!),
  paymentStatus: order.paymentStatus as z.input<typeof PaymentStatus>,
  fulfillmentStatus: order.fulfillmentStatus as z.input<typeof FulfillmentStatus>,
  subtotalCents: order.subtotalCents,
  shippingCents: order.shippingCents,
  discountCents: order.discountCents,
  totalCents: order.totalCents,
  paidCents: order.paidCents,
  refundPendingCents: order.refundPendingCents,
  totalRefundedCents: order.totalRefundedCents,
  items: order.items.map((item) => orderItemView(item, imageUrl)),
  payment: order.payment ? paymentView(order.payment) : null,
  shipment: order.shipment ? shipmentView(order.shipment) : null,
  initPoint: order.initPoint ?? null,
  sandboxInitPoint: order.sandboxInitPoint ?? null,
  createdAt: iso(order.createdAt!),
  updatedAt: iso(order.updatedAt!),
  paidAt: isoOrNull(order.paidAt),
  shippedAt: isoOrNull(order.shippedAt),
  deliveredAt: isoOrNull(order.deliveredAt),
});

export const orderItemView = (
  item: OrderItem,
  imageUrl: ImageUrl,
): View<OrderItem, typeof OrderItemJson, 'orderId' | 'earnings'> => ({
  id: item.id,
  sellerProductId: item.sellerProductId,
  productVariantId: item.productVariantId,
  sellerProfileId: item.sellerProfileId,
  artworkId: item.artworkId,
  quantity: item.quantity,
  unitPriceCents: item.unitPriceCents,
  lineTotalCents: item.lineTotalCents,
  title: item.title,
  imageUrl: item.imageKey === undefined ? null : imageUrl(item.imageKey),
  optionLabel: item.optionLabel,
  variantAssets: item.variantAssets,
  selectedOptions: item.selectedOptions,
  sellerName: item.sellerName,
  sellerSlug: item.sellerSlug,
  productTypeName: item.productTypeName,
  productionDays: item.productionDays,
  packagingDays: item.packagingDays,
  fulfillmentStatus: item.fulfillmentStatus as z.input<typeof FulfillmentStatus>,
  trackingCode: item.trackingCode ?? null,
  shippedAt: isoOrNull(item.shippedAt),
  deliveredAt: isoOrNull(item.deliveredAt),
});

const addressView = (address: NonNullable<Order['shipping']>) => ({
  shippingCep: address.cep,
  shippingStreet: address.street,
  shippingNumber: address.number,
  shippingComplement: address.complement ?? null,
  shippingNeighborhood: address.neighborhood,
  shippingCity: address.city,
  shippingState: address.state,
  shippingCountry: address.country,
});

const paymentView = (payment: Payment): View<Payment, typeof PaymentJson> => ({
  id: payment.id,
  paymentProvider: payment.paymentProvider,
  providerPreferenceId: payment.providerPreferenceId ?? null,
  providerPaymentId: payment.providerPaymentId ?? null,
  status: payment.status as z.input<typeof PaymentJson>['status'],
  amountCents: payment.amountCents,
  paidAt: isoOrNull(payment.paidAt),
  createdAt: iso(payment.createdAt!),
});

export const shipmentView = (shipment: Shipment): View<Shipment, typeof ShipmentJson> => ({
  id: shipment.id,
  provider: shipment.provider,
  carrier: shipment.carrier ?? null,
  service: shipment.service ?? null,
  status: shipment.status,
  trackingCode: shipment.trackingCode ?? null,
  trackingUrl: shipment.trackingUrl ?? null,
  labelUrl: shipment.labelUrl ?? null,
  error: shipment.error ?? null,
  postedAt: isoOrNull(shipment.postedAt),
  deliveredAt: isoOrNull(shipment.deliveredAt),
  lastCheckedAt: isoOrNull(shipment.lastCheckedAt),
  createdAt: iso(shipment.createdAt!),
});
