import type { OrderItem } from '@estampa/contracts/orders/v1/order';
import type { PrintedSurface } from '@estampa/contracts/orders/v1/printed_surface';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { ShownItem } from '../db/order-parts.ts';

export const orderItemMessage = (item: ShownItem, withEarnings: boolean): AllFields<OrderItem> => ({
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
  imageKey: item.imageKey ?? undefined,
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
  surfaces: printedSurfaces(item),
  discountCents: item.discountCents,
});

/** By name and with the buyer's words alone: what else is frozen of them is for those who print. */
export const printedSurfaces = ({
  surfaces,
  print,
}: Pick<ShownItem, 'surfaces' | 'print'>): AllFields<PrintedSurface>[] =>
  (surfaces ?? []).map((sold, place) => {
    const text = (place === 0 ? print : sold.print)?.text;
    return {
      key: sold.surface,
      name: sold.name,
      text: text && { text: text.text, font: text.font, color: text.color },
    };
  });
