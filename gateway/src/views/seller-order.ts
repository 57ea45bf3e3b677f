import type { Order, SellerItem } from '@estampa/contracts/orders/v1/order';
import { z } from 'zod';
import { CouponFunder } from './coupon.ts';
import type { ImageUrl } from './image-url.ts';
import { id, iso, timestamp, shownCents, url } from '../routes/schemas.ts';
import { FrozenBreakdownJson, frozenBreakdownView } from './earnings-breakdown.ts';
import { FulfillmentStatus, OrderJson, orderView, PaymentStatus } from './order.ts';
import { soldSurfaces, soldSurfaceView } from './printed-surface.ts';
import type { View } from './view.ts';

/** An order as a seller sees it: own items alone, nothing of how to reach or charge the buyer. */
export const SellerOrderJson = OrderJson.omit({ email: true, phone: true, receiptUrl: true, invoice: true }).meta({
  id: 'SellerOrder',
});

export function sellerOrderView(order: Order, imageUrl: ImageUrl): z.input<typeof SellerOrderJson> {
  const { email: _email, phone: _phone, receiptUrl: _buyers, invoice: _admins, ...shown } = orderView(order, imageUrl);
  return shown;
}

export const SellerItemJson = z
  .object({
    id,
    orderId: id.describe('The order that it is an item of'),
    orderNumber: z.int().describe('What people call the order'),
    quantity: z.int().describe('How many units'),
    unitPriceCents: shownCents.describe('What the buyer pays for one unit'),
    lineTotalCents: shownCents.describe('Unit price times quantity, before discount and shipping'),
    artistEarningsCents: shownCents.describe('Of all units, less what the own coupon took off'),
    title: z.string().describe('As it was at checkout'),
    imageUrl: url.nullable().describe('What the buyer saw at checkout; null where nothing was rendered'),
    paymentStatus: PaymentStatus.describe('Whether the order is paid'),
    fulfillmentStatus: FulfillmentStatus.describe('How far this item is'),
    orderCreatedAt: timestamp.describe('When the order was placed'),
    surfaces: soldSurfaces.describe('What is printed, as it was at checkout; empty: it was not recorded yet'),
    providerFeeCents: shownCents
      .nullable()
      .describe(
        'Its part of what the payment provider kept, by its share of the order’s total, to the nearest cent; breakdown says who bears it. Null until it is known',
      ),
    breakdown: FrozenBreakdownJson.describe('How the price of one unit is shared, as it was frozen at checkout'),
    discountCents: shownCents.describe('What a coupon took off the line; 0 without one'),
    discountFunder: CouponFunder.nullable().describe('Of the coupon; null where none took anything off the line'),
  })
  .meta({ id: 'SellerItem' });

export const sellerItemView = (
  item: SellerItem,
  imageUrl: ImageUrl,
): View<SellerItem, typeof SellerItemJson, 'earnings'> => ({
  id: item.id,
  orderId: item.orderId,
  orderNumber: item.orderNumber,
  quantity: item.quantity,
  unitPriceCents: item.unitPriceCents,
  lineTotalCents: item.lineTotalCents,
  artistEarningsCents: item.artistEarningsCents,
  title: item.title,
  imageUrl: item.imageKey === undefined ? null : imageUrl(item.imageKey),
  paymentStatus: item.paymentStatus as z.input<typeof PaymentStatus>,
  fulfillmentStatus: item.fulfillmentStatus as z.input<typeof FulfillmentStatus>,
  orderCreatedAt: iso(item.orderCreatedAt!),
  surfaces: item.surfaces.map(soldSurfaceView),
  providerFeeCents: item.providerFeeCents ?? null,
  breakdown: frozenBreakdownView(item.earnings!),
  discountCents: item.discountCents,
  discountFunder: (item.discountFunder as z.input<typeof CouponFunder> | undefined) ?? null,
});
