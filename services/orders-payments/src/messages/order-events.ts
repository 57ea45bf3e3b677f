import type { PrintInput } from '@estampa/contracts/media/v1/print_file';
import { OrderChanged, type SoldItem } from '@estampa/contracts/orders/v1/events';
import type { Whole } from '@estampa/kernel/whole';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderItemRow } from '../db/order-item-row.ts';
import type { OrderParts } from '../db/load-order.ts';
import type { Print } from '../domain/order.ts';

/** What others keep of an order changes with these: they hear of it when it is paid. */
const ANNOUNCED = [
  'order_approved',
  'order_cancelled',
  'order_refunded',
  'order_partially_refunded',
  'order_disputed',
  'order_dispute_ended',
  'order_refund_changed',
] as const;

export type OrderEvent = (typeof ANNOUNCED)[number];

/** All else is between the order and its buyer. */
export type OrderChange =
  OrderEvent | 'order_rejected' | 'order_payment_started' | 'order_payment_changed' | 'order_fulfillment_changed';

export const isAnnounced = (change: OrderChange): change is OrderEvent => ANNOUNCED.some((type) => type === change);

/** Tells what was sold and whether it is paid; nothing of the buyer. */
export const announceOrder = (
  tx: EntityManager,
  type: OrderEvent,
  { order, items }: Pick<OrderParts, 'order' | 'items'>,
): void =>
  announce(tx, 'orders.v1', OrderChanged, {
    type,
    key: `order:${order.id}`,
    message: {
      version: order.version,
      order: {
        id: order.id,
        orderNumber: order.orderNumber,
        paymentStatus: order.paymentStatus,
        paidAt: order.paidAt ?? undefined,
        isDisputed: order.isDisputed,
        totalCents: order.totalCents,
        refundedCents: order.totalRefundedCents,
        refundPendingCents: 0,
        isRefundUnderWay: false,
        spreadRefundedCents: undefined,
        items: items.map(soldItem),
      },
    },
  });

const soldItem = (item: OrderItemRow): Whole<SoldItem> => ({
  id: item.id,
  sellerProductId: item.sellerProductId,
  sellerProfileId: item.sellerProfileId,
  artworkId: item.artworkId,
  title: item.title,
  quantity: item.quantity,
  unitPriceCents: item.unitPriceCents,
  earnings: item.earnings,
  print: item.print ? printInput(item.print) : undefined,
  refundedCents: 0,
  imageKey: item.imageKey ?? undefined,
});

const printInput = ({ printArea, fallback = false, ...input }: Print): Whole<PrintInput> => ({
  ...input,
  fallback,
  printArea: printArea && { bounds: printArea.bounds, widthMm: printArea.widthMm },
});
