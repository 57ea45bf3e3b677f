import type { Order, OrderItem } from '@estampa/contracts/orders/v1/order';
import type { Payment } from '@estampa/contracts/orders/v1/payment';
import { z } from 'zod';
import { CouponFunder } from './coupon.ts';
import type { ImageUrl } from './image-url.ts';
import { OrderInvoiceJson, orderInvoiceView } from './invoice.ts';
import { soldSurfaces, soldSurfaceView } from './printed-surface.ts';
import { ShipmentJson, shipmentView } from './shipment.ts';
import { id, iso, isoOrNull, timestamp, shownCents, url, shownEmail, shownDictionary } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const PaymentStatus = z.enum(['pending', 'approved', 'rejected', 'refunded', 'cancelled']).meta({
  id: 'PaymentStatus',
  description:
    'pending: not paid yet; rejected: the last attempt failed, and another may be made; approved: paid; cancelled: ended without money, or before any was taken; refunded: ended after it was paid, and what was due is back',
});
export const FulfillmentStatus = z.enum(['pending', 'in_production', 'shipped', 'delivered', 'returned']).meta({
  id: 'FulfillmentStatus',
  description:
    'pending: nothing is made yet; then in_production, shipped and delivered; returned: it came back. Admins may set any value after any other',
});

export const OrderItemJson = z
  .object({
    id,
    sellerProductId: id.describe('The product that was bought, as it may have changed since'),
    productVariantId: id.describe('The catalog variant that is produced'),
    sellerProfileId: id.describe('The artist who sold it'),
    artworkId: id.describe('What is printed'),
    quantity: z.int().describe('How many units'),
    unitPriceCents: shownCents.describe('What the buyer pays for one unit, as it was at checkout'),
    lineTotalCents: shownCents.describe('Unit price times quantity, before discount and shipping'),
    title: z.string().describe('As it was at checkout'),
    imageUrl: url.nullable().describe('What the buyer saw at checkout; null where nothing was rendered'),
    optionLabel: z.string().describe('The values of the variant in Portuguese, such as `Preto / M`'),
    variantAssets: shownDictionary.describe('What makes the variant, key to value'),
    selectedOptions: shownDictionary.describe('What the buyer chose, option key to value'),
    sellerName: z.string().describe('Of the store, as it was at checkout'),
    sellerSlug: z.string().describe('Of the store, as it was at checkout'),
    productTypeName: z.string().describe('As it was at checkout'),
    productionDays: z.int().describe('How long making it takes'),
    packagingDays: z.int().describe('How long packing it takes, after production'),
    fulfillmentStatus: FulfillmentStatus.describe('How far this item is'),
    trackingCode: z.string().nullable().describe('Of the parcel at the carrier; null until it is known'),
    shippedAt: timestamp.nullable().describe('When it first left; null until then'),
    deliveredAt: timestamp.nullable().describe('When it first arrived; null until then'),
    surfaces: soldSurfaces.describe('What is printed, as it was at checkout; empty: it was not recorded yet'),
    discountCents: shownCents.describe('What a coupon took off the line: the buyer paid lineTotalCents less this'),
  })
  .meta({ id: 'OrderItem' });

const PaymentJson = z
  .object({
    id: id.describe('Of this attempt to pay; an order may have several'),
    paymentProvider: z.string().describe('asaas, mercadopago, or simulated in development'),
    providerPreferenceId: z
      .string()
      .nullable()
      .describe('The provider’s id of the page to pay at; null until the provider made it'),
    providerPaymentId: z.string().nullable().describe('The provider’s id of the charge; null until it is known'),
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
      .meta({
        id: 'PaymentState',
        description:
          'pending: waits for the payer; in_review: the provider checks it; overdue: past its due date, and can still be paid; disputed: the payer contests it and the provider has not decided',
      }),
    amountCents: shownCents.describe('What is charged to the buyer: the total of the order'),
    paidAt: timestamp.nullable().describe('When the provider approved it; null until then'),
    createdAt: timestamp,
  })
  .meta({ id: 'Payment' });

export const OrderJson = z
  .object({
    id,
    orderNumber: z.int().describe('What people call it; grows with time'),
    email: shownEmail.describe('Of the buyer’s account'),
    fullName: z.string().describe('Recipient of the parcel'),
    phone: z.string().nullable().describe('Of the recipient; null where none was given'),
    userId: id.describe('The buyer’s account'),
    shippingCep: z.string().describe('The postal code, as it was sent'),
    shippingStreet: z.string(),
    shippingNumber: z.string(),
    shippingComplement: z.string().nullable().describe('Flat, floor or the like; null where none was given'),
    shippingNeighborhood: z.string(),
    shippingCity: z.string(),
    shippingState: z.string().describe('Of Brazil one of the 27 codes'),
    shippingCountry: z.string().describe('Two letters, such as BR'),
    paymentStatus: PaymentStatus.describe('Whether the order is paid'),
    fulfillmentStatus: FulfillmentStatus.describe(
      'Of all items: shipped and delivered once all are, returned or in_production once one is',
    ),
    subtotalCents: shownCents.describe('All items of the order, of all sellers'),
    shippingCents: shownCents.describe('What the buyer pays for sending; 0 where nothing is paid for it'),
    discountCents: shownCents.describe('Taken off the items'),
    couponCode: z
      .string()
      .nullable()
      .describe('Of the coupon that took it off; null without one, and for sellers where it is not their own'),
    discountFunder: CouponFunder.nullable().describe(
      'Of the coupon; null without one, and for sellers where it took nothing off their items',
    ),
    totalCents: shownCents.describe('What the buyer has to pay: items and shipping less discount'),
    paidCents: shownCents.describe('What was really paid; 0 until the order is paid'),
    refundPendingCents: shownCents.describe('Asked to be given back, and not done at the provider'),
    totalRefundedCents: shownCents.describe('What is back'),
    items: z.array(OrderItemJson).describe('One for each line that was ordered'),
    payment: PaymentJson.nullable().describe('The latest attempt to pay; null where there was none'),
    shipment: ShipmentJson.nullable().describe('Null until a label is first attempted'),
    initPoint: url.nullable().describe('Where to pay; null once there is nothing to pay'),
    sandboxInitPoint: url.nullable().describe('The same in the provider’s sandbox; null where the provider has none'),
    receiptUrl: url
      .nullable()
      .describe('A page to be printed or passed on, for whoever has the link; null until it is paid'),
    invoice: OrderInvoiceJson.nullable().describe('The latest one, for admins who read one order; else null'),
    createdAt: timestamp.describe('When it was placed'),
    updatedAt: timestamp.describe(
      'When the order, an item, the status of the payment or the parcel last changed; a new link to pay at does not count',
    ),
    paidAt: timestamp.nullable().describe('When the payment was approved; null until then'),
    shippedAt: timestamp.nullable().describe('When all items had left; null until then'),
    deliveredAt: timestamp.nullable().describe('When all items had arrived; null until then'),
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
  couponCode: order.couponCode ?? null,
  discountFunder: (order.discountFunder as z.input<typeof CouponFunder> | undefined) ?? null,
  totalCents: order.totalCents,
  paidCents: order.paidCents,
  refundPendingCents: order.refundPendingCents,
  totalRefundedCents: order.totalRefundedCents,
  items: order.items.map((item) => orderItemView(item, imageUrl)),
  payment: order.payment ? paymentView(order.payment) : null,
  shipment: order.shipment ? shipmentView(order.shipment) : null,
  initPoint: order.initPoint ?? null,
  sandboxInitPoint: order.sandboxInitPoint ?? null,
  receiptUrl: order.receiptUrl ?? null,
  invoice: order.invoice ? orderInvoiceView(order.invoice) : null,
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
  surfaces: item.surfaces.map(soldSurfaceView),
  discountCents: item.discountCents,
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
