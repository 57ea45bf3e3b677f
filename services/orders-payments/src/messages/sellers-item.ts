import type { SellerItem } from '@estampa/contracts/orders/v1/order';
import { earningOf } from '@estampa/kernel/discounted-earning';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { SellersItem } from '../db/order-item-repository.ts';
import { partOfFee } from '../domain/provider-fee.ts';
import { paidFor } from '../domain/refund-lines.ts';
import { printedSurfaces } from './order-item.ts';

/** What a coupon took off it; that of another seller is that seller's affair. */
const discountIn = ({ coupon, discountCents }: SellersItem) => ({
  discountCents,
  discountFunder: discountCents > 0 ? coupon?.funder : undefined,
});

/** A sold item as its seller sees it. */
export const sellersItemMessage = (item: SellersItem): AllFields<SellerItem> => ({
  id: item.id,
  orderId: item.orderId,
  orderNumber: item.orderNumber,
  quantity: item.quantity,
  unitPriceCents: item.unitPriceCents,
  lineTotalCents: item.lineTotalCents,
  artistEarningsCents: earningOf({ ...item, ...item.earnings, ...discountIn(item) }),
  title: item.title,
  imageKey: item.imageKey ?? undefined,
  paymentStatus: item.paymentStatus,
  fulfillmentStatus: item.fulfillmentStatus,
  orderCreatedAt: item.orderCreatedAt,
  surfaces: printedSurfaces(item),
  providerFeeCents: partOfFee({ ...item, lineTotalCents: paidFor(item) }) ?? undefined,
  ...discountIn(item),
  earnings: item.earnings,
});
