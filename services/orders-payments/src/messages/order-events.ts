import type { PrintInput } from '@estampa/contracts/media/v1/print_file';
import { OrderChanged, type SoldItem, type SoldSurface as SurfaceMessage } from '@estampa/contracts/orders/v1/events';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderItemRow } from '../db/tables/order-item.ts';
import type { OrderRow } from '../db/tables/order.ts';
import type { Print, SoldSurface } from '../domain/order.ts';
import type { PublishedState } from '../domain/published-state.ts';

/** Changes that other services replicate; an order is published once it is paid. */
const PUBLISHED = [
  'order_approved',
  'order_cancelled',
  'order_refunded',
  'order_partially_refunded',
  'order_disputed',
  'order_dispute_ended',
  'order_refund_changed',
  'order_texts_erased',
] as const;

export type OrderEvent = (typeof PUBLISHED)[number];

/** Changes that concern only the order and its buyer. */
export type OrderChange =
  | OrderEvent
  | 'order_rejected'
  | 'order_payment_started'
  | 'order_payment_changed'
  | 'order_fulfillment_changed';

export const isPublished = (change: OrderChange): change is OrderEvent => PUBLISHED.some((type) => type === change);

/** Publishes what was sold and whether it is paid; nothing about the buyer. */
export const emitOrder = (
  tx: EntityManager,
  type: OrderEvent,
  { order, items }: { order: OrderRow; items: readonly OrderItemRow[] },
  { itemRefundedCents, paidAt, ...state }: PublishedState,
): void => {
  appendEvent(tx, 'orders.v1', OrderChanged, {
    type,
    key: `order:${order.id}`,
    message: {
      version: order.version,
      order: {
        id: order.id,
        orderNumber: order.orderNumber,
        totalCents: order.totalCents,
        discountFunder: order.coupon?.funder,
        items: items.map((item, place) => soldItem(item, itemRefundedCents[place]!)),
        paidAt: paidAt ?? undefined,
        ...state,
      },
    },
  });
};

const soldItem = (item: OrderItemRow, refundedCents: number): AllFields<SoldItem> => ({
  id: item.id,
  sellerProductId: item.sellerProductId,
  sellerProfileId: item.sellerProfileId,
  artworkId: item.artworkId,
  title: item.title,
  quantity: item.quantity,
  unitPriceCents: item.unitPriceCents,
  earnings: item.earnings,
  print: item.print ? printInput(item.print) : undefined,
  refundedCents,
  imageKey: item.imageKey ?? undefined,
  productTypeName: item.productTypeName,
  discountCents: item.discountCents,
  surfaces: (item.surfaces ?? []).map((one, place) => soldSurface(one, place === 0 ? item.print : one.print)),
});

const soldSurface = (
  { surface, name, artworkId, extraCostCents, widthMm, heightMm }: SoldSurface,
  print: Print | null | undefined,
): AllFields<SurfaceMessage> => ({
  surface,
  name,
  artworkId,
  extraCostCents,
  widthMm,
  heightMm,
  print: print ? printInput(print) : undefined,
});

const printInput = ({
  printArea,
  fallback = false,
  text,
  isTextErased: textErased,
  pressProfile,
  ...input
}: Print): AllFields<PrintInput> => ({
  ...input,
  fallback,
  text,
  textErased,
  pressProfile,
  printArea: printArea && { bounds: printArea.bounds, widthMm: printArea.widthMm, bleedMm: printArea.bleedMm },
});
