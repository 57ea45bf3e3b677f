import type { SellerItem } from '@estampa/contracts/orders/v1/order';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { SellersItem } from '../db/order-item-repository.ts';
import { partOfFee } from '../domain/provider-fee.ts';
import { paidFor } from '../domain/refund-lines.ts';
import { printedSurfaces } from './order-item.ts';

const borneBySeller = ({ coupon, discountCents }: SellersItem): number =>
  coupon?.funder === 'seller' ? discountCents : 0;

/** A sold item as its seller sees it. */
export const sellersItemMessage = (item: SellersItem): AllFields<SellerItem> => ({
  id: item.id,
  orderId: item.orderId,
  orderNumber: item.orderNumber,
  quantity: item.quantity,
  unitPriceCents: item.unitPriceCents,
  lineTotalCents: item.lineTotalCents,
  artistEarningsCents: item.earnings.artistEarningsCents * item.quantity - borneBySeller(item),
  title: item.title,
  imageKey: item.imageKey ?? undefined,
  paymentStatus: item.paymentStatus,
  fulfillmentStatus: item.fulfillmentStatus,
  orderCreatedAt: item.orderCreatedAt,
  surfaces: printedSurfaces(item),
  providerFeeCents: partOfFee({ ...item, lineTotalCents: paidFor(item) }) ?? undefined,
  discountCents: item.discountCents,
  discountFunder: item.discountCents > 0 ? item.coupon?.funder : undefined,
  earnings: item.earnings,
});
