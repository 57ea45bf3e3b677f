import type { SellerItem } from '@estampa/contracts/orders/v1/order';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { SellersItem } from '../db/order-item-repository.ts';
import { partOfFee } from '../domain/provider-fee.ts';
import { printedSurfaces } from './order-item.ts';

/** A sold item as its seller sees it. */
export const sellersItemMessage = (item: SellersItem): AllFields<SellerItem> => ({
  id: item.id,
  orderId: item.orderId,
  orderNumber: item.orderNumber,
  quantity: item.quantity,
  unitPriceCents: item.unitPriceCents,
  lineTotalCents: item.lineTotalCents,
  artistEarningsCents: item.earnings.artistEarningsCents * item.quantity,
  title: item.title,
  imageKey: item.imageKey ?? undefined,
  paymentStatus: item.paymentStatus,
  fulfillmentStatus: item.fulfillmentStatus,
  orderCreatedAt: item.orderCreatedAt,
  surfaces: printedSurfaces(item),
  providerFeeCents: partOfFee(item) ?? undefined,
  earnings: item.earnings,
});
