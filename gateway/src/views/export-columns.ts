import type { z } from 'zod';
import type { CsvColumns } from '../routes/export-reply.ts';
import type { CouponFunder } from './coupon.ts';
import type { PayoutItemJson } from './payout.ts';
import type { SellerOrderJson } from './seller-order.ts';
import type { OrderJson } from './order.ts';

type SellerOrder = z.input<typeof SellerOrderJson>;
type Order = z.input<typeof OrderJson>;
type PayoutItem = z.input<typeof PayoutItemJson>;

/** Columns are only ever added at the end: readers count on their places. */
const FIRST_ORDER_COLUMNS: CsvColumns<SellerOrder> = {
  id: ({ id }) => id,
  orderNumber: ({ orderNumber }) => orderNumber,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  paymentStatus: ({ paymentStatus }) => paymentStatus,
  fulfillmentStatus: ({ fulfillmentStatus }) => fulfillmentStatus,
  subtotalCents: ({ subtotalCents }) => subtotalCents,
  shippingCents: ({ shippingCents }) => shippingCents,
  discountCents: ({ discountCents }) => discountCents,
  totalCents: ({ totalCents }) => totalCents,
  paidCents: ({ paidCents }) => paidCents,
  refundPendingCents: ({ refundPendingCents }) => refundPendingCents,
  totalRefundedCents: ({ totalRefundedCents }) => totalRefundedCents,
  items: ({ items }) =>
    items.map(({ quantity, title, optionLabel }) => itemText(quantity, title, optionLabel)).join('; '),
  itemsQuantity: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
  itemsCents: ({ items }) => items.reduce((sum, { lineTotalCents }) => sum + lineTotalCents, 0),
  userId: ({ userId }) => userId,
  fullName: ({ fullName }) => fullName,
  shippingCep: ({ shippingCep }) => shippingCep,
  shippingStreet: ({ shippingStreet }) => shippingStreet,
  shippingNumber: ({ shippingNumber }) => shippingNumber,
  shippingComplement: ({ shippingComplement }) => shippingComplement,
  shippingNeighborhood: ({ shippingNeighborhood }) => shippingNeighborhood,
  shippingCity: ({ shippingCity }) => shippingCity,
  shippingState: ({ shippingState }) => shippingState,
  shippingCountry: ({ shippingCountry }) => shippingCountry,
  paymentProvider: ({ payment }) => payment?.paymentProvider ?? null,
  providerPaymentId: ({ payment }) => payment?.providerPaymentId ?? null,
  carrier: ({ shipment }) => shipment?.carrier ?? null,
  trackingCode: ({ shipment }) => shipment?.trackingCode ?? null,
  paidAt: ({ paidAt }) => paidAt,
  shippedAt: ({ shippedAt }) => shippedAt,
  deliveredAt: ({ deliveredAt }) => deliveredAt,
};

type Discounted = { discountCents: number; discountFunder: z.output<typeof CouponFunder> | null };

const borneBy =
  (funder: z.output<typeof CouponFunder>) =>
  ({ discountCents, discountFunder }: Discounted): number =>
    discountFunder === funder ? discountCents : 0;

/** What a coupon took off, by who bears it. */
const DISCOUNTS: CsvColumns<Discounted> = {
  platformDiscountCents: borneBy('platform'),
  sellerDiscountCents: borneBy('seller'),
};

const COUPON_COLUMNS: CsvColumns<SellerOrder> = { couponCode: ({ couponCode }) => couponCode, ...DISCOUNTS };

/** One row an order, with what sellers see of it. */
export const SELLER_ORDER_COLUMNS: CsvColumns<SellerOrder> = { ...FIRST_ORDER_COLUMNS, ...COUPON_COLUMNS };

export const ORDER_COLUMNS: CsvColumns<Order> = {
  ...FIRST_ORDER_COLUMNS,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  ...COUPON_COLUMNS,
};

export const PAYOUT_ITEM_COLUMNS: CsvColumns<PayoutItem> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  orderId: ({ orderId }) => orderId,
  orderNumber: ({ orderNumber }) => orderNumber,
  orderItemId: ({ orderItemId }) => orderItemId,
  sellerProfileId: ({ sellerProfileId }) => sellerProfileId,
  title: ({ title }) => title,
  quantity: ({ quantity }) => quantity,
  amountCents: ({ amountCents }) => amountCents,
  status: ({ status }) => status,
  payoutId: ({ payoutId }) => payoutId,
  heldAt: ({ heldAt }) => heldAt,
  releasableAt: ({ releasableAt }) => releasableAt,
  reversedAt: ({ reversedAt }) => reversedAt,
  paidAt: ({ paidAt }) => paidAt,
  priceCents: ({ breakdown }) => breakdown.priceCents,
  baseCostCents: ({ breakdown }) => breakdown.baseCostCents,
  platformFeeCents: ({ breakdown }) => breakdown.platformFeeCents,
  profitCents: ({ breakdown }) => breakdown.profitCents,
  artistRoyaltyPercent: ({ breakdown }) => breakdown.artistRoyaltyPercent,
  platformFeePercent: ({ breakdown }) => breakdown.platformFeePercent,
  feeOverrideId: ({ breakdown }) => breakdown.feeOverrideId,
  providerFeeBearer: ({ breakdown }) => breakdown.providerFeeBearer,
  providerFeeCents: ({ breakdown }) => breakdown.providerFeeCents,
  platformDiscountCents: ({ breakdown }) => borneBy('platform')(breakdown),
  sellerDiscountCents: ({ breakdown }) => borneBy('seller')(breakdown),
};

const itemText = (quantity: number, title: string, options: string): string =>
  `${quantity} x ${title}${options === '' ? '' : ` (${options})`}`;
