import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { items } from '../db/item-repository.ts';
import { shipments } from '../db/shipment-repository.ts';
import { soldOrders } from '../db/sold-order-repository.ts';
import type { ItemRow } from '../db/tables/item.ts';
import type { ShipmentRow } from '../db/tables/shipment.ts';
import { deliverWithParcel, eventOf, type ItemChange, nameParcel, shipWithParcel } from '../domain/item.ts';
import { isOver, type Progress, track, type Tracking } from '../domain/shipment.ts';
import { isClosed } from '../domain/sold-order.ts';
import { publishItem } from '../messages/item.ts';
import { publishShipment } from '../messages/shipment.ts';

export type Outcome = 'updated' | 'unchanged' | 'error';
export type TrackingResult = {
  shipmentId: string;
  orderId: string;
  outcome: Outcome;
  status: string;
  message?: string;
};

type Said = ReadonlyMap<string, Tracking | { error: string }>;
/** Parcels, and the end of the lease under which they were polled; null when the carrier notified us. */
type Checked = { ids: readonly string[]; until: Date | null };
type News = Progress & { shipment: ShipmentRow };

/**
 * Stores and publishes what is new; of all others only the time of the poll is written, without an event. The next poll of a
 * parcel is not changed where the lease was lost: another caller has moved it since, and meant to.
 */
export async function takeInTracking(
  { em: tx, now, tracking }: Context,
  { ids, until }: Checked,
  said: Said,
): Promise<TrackingResult[]> {
  const at = now();
  const nextTrackAt = new Date(at.getTime() + tracking.everyMs);
  const parcels = await shipments.lock(tx, ids);
  const news: News[] = [];
  const results = parcels.map((shipment): TrackingResult => {
    const { id: shipmentId, orderId } = shipment;
    const one = said.get(shipment.labelId ?? '') ?? { error: 'The carrier does not know this parcel' };
    if ('error' in one) return { shipmentId, orderId, outcome: 'error', status: shipment.status, message: one.error };
    const progress = track(shipment, one, at);
    if (!progress) return { shipmentId, orderId, outcome: 'unchanged', status: shipment.status };

    news.push({ ...progress, shipment });
    return { shipmentId, orderId, outcome: 'updated', status: progress.change.status ?? shipment.status };
  });
  const isLost = ({ nextTrackAt: due }: ShipmentRow) => until !== null && due?.getTime() !== until.getTime();
  const mine = parcels.filter((shipment) => !isLost(shipment)).map(({ id }) => id);
  await shipments.saveChecked(tx, { ids, mine, at, nextAt: nextTrackAt });
  for (const { shipment, change } of news) {
    const isDone = isOver(change.status ?? shipment.status);
    const next = isLost(shipment) ? shipment.nextTrackAt : nextTrackAt;
    shipments.save(tx, shipment, { ...change, nextTrackAt: isDone ? null : next });
    publishShipment(tx, `shipment_${shipment.status}`, shipment);
  }
  await moveItems(tx, news.filter(concernsItems));
  return results;
}

const concernsItems = ({ posted, delivered, codeBefore, shipment }: News): boolean =>
  Boolean(posted || delivered || codeBefore !== shipment.trackingCode);

/** Nothing is fulfilled any more once the money went back. */
async function moveItems(tx: EntityManager, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  const byOrder = new Map(news.map((one) => [one.shipment.orderId, one]));
  const orders = await soldOrders.find(tx, [...byOrder.keys()]);
  const openIds = orders.filter((order) => !isClosed(order)).map(({ id }) => id);
  for (const item of await items.lockOfOrders(tx, openIds)) {
    moveItem(tx, item, byOrder.get(item.orderId)!);
  }
}

function moveItem(tx: EntityManager, item: ItemRow, { posted, delivered, codeBefore, shipment }: News): void {
  const { fulfillmentStatus: before, version } = item;
  const changes: (ItemChange | null)[] = [];
  if (posted) changes.push(apply(tx, item, shipWithParcel(item, shipment.trackingCode ?? null, posted)));
  if (delivered) changes.push(apply(tx, item, deliverWithParcel(item, delivered)));
  changes.push(apply(tx, item, nameParcel(item, { before: codeBefore, now: shipment.trackingCode ?? null })));
  if (!changes.some(Boolean)) return;
  // Every version is published, so what comes at once makes one.
  items.save(tx, item, { version: version + 1 });
  publishItem(tx, eventOf(before, item.fulfillmentStatus), item);
}

function apply(tx: EntityManager, item: ItemRow, change: ItemChange | null): ItemChange | null {
  if (change) items.save(tx, item, change);
  return change;
}
