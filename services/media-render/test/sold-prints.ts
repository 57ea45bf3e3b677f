import { randomUUID } from 'node:crypto';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import type { PrintInput } from '@estampa/contracts/media/v1/print_file';
import { type DeepPartial, OrderChanged, type SoldSurface } from '@estampa/contracts/orders/v1/events';
import type { Media } from './media.ts';

export type Sold = Partial<PrintInput> & { artworkId: string };

/** 200 x 100 pixels of the template, on 100 mm. */
export const AREA = { bounds: { x: 100, y: 50, width: 200, height: 100 }, widthMm: 100 };
export const PRINT = {
  artworkVersion: 1,
  templateId: 'front',
  x: 100,
  y: 50,
  scale: 0.5,
  rotation: 0,
  printArea: AREA,
};

type Sale = { paymentStatus?: string; orderItemId?: string; surfaces?: DeepPartial<SoldSurface>[] };

/** Publishes an order with one item, as orders-payments does. */
export async function sellOn({ service }: Media, print: Sold | undefined, sale: Sale = {}): Promise<string> {
  const { paymentStatus = 'approved', orderItemId = randomUUID(), surfaces = [] } = sale;
  const order = {
    id: randomUUID(),
    paymentStatus,
    items: [{ id: orderItemId, print: print && { ...PRINT, ...print }, surfaces }],
  };
  const value = OrderChanged.toJSON(OrderChanged.fromPartial({ order, version: 1 }));
  const id = await service.publish('orders.v1', { type: 'order_approved', key: `order:${order.id}`, value });
  await service.client(InboxServiceClient).settled({ events: [{ topic: 'orders.v1', kind: 'order', id }] });
  return orderItemId;
}
