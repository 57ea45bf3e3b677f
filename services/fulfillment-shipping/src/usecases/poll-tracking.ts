import { mustBeAdmin } from '@estampa/kit/caller';
import { transact } from '@estampa/kit/idempotency';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { ItemRow } from '../db/item.entity.ts';
import { OrderRow } from '../db/order.entity.ts';
import { ShipmentRow } from '../db/shipment.entity.ts';
import { deliverWithParcel, eventOf, isClosed, type ItemChange, shipWithParcel } from '../domain/item.ts';
import { type Progress, track, type Tracking } from '../domain/shipment.ts';
import { ProviderError } from '../domain/shipping-aggregator.ts';
import { announceItem } from '../messages/item.ts';
import { announceShipment } from '../messages/shipment.ts';

export type Outcome = 'updated' | 'unchanged' | 'error';
export type TrackingResult = {
  shipmentId: string;
  orderId: string;
  outcome: Outcome;
  status: string;
  message?: string;
};

/** Of one poll, those not looked at for longest: what it announces has to fit into the answer's trailer. */
export const SHIPMENTS_PER_POLL_MAX = 500;
const SHIPMENTS_PER_REQUEST = 50;

type OnItsWay = Pick<ShipmentRow, 'id' | 'orderId' | 'status'> & { labelId: string };

/** Asks the aggregator about the parcels on their way and takes in what is news. */
export async function pollTracking(context: Context, checkedBefore = context.now()): Promise<TrackingResult[]> {
  mustBeAdmin(context.caller);
  const onTheirWay = await context.em.execute<OnItsWay[]>(ON_THEIR_WAY, [checkedBefore, SHIPMENTS_PER_POLL_MAX]);
  const results: TrackingResult[] = [];
  for (let from = 0; from < onTheirWay.length; from += SHIPMENTS_PER_REQUEST) {
    results.push(...(await pollSome(context, onTheirWay.slice(from, from + SHIPMENTS_PER_REQUEST))));
  }
  return results;
}

/** The same for all of them, however many; it ends when the aggregator answers nothing any more. */
export async function pollAllTracking(context: Context): Promise<void> {
  const start = context.now();
  for (;;) {
    const results = await pollTracking(context, start);
    const isStuck = results.every(({ outcome }) => outcome === 'error');
    if (results.length < SHIPMENTS_PER_POLL_MAX || isStuck) return;
  }
}

const ON_THEIR_WAY = `
  select id, order_id as "orderId", label_id as "labelId", status from shipment
  where checkout_requested_at is not null and status not in ('delivered', 'cancelled')
    and (last_checked_at is null or last_checked_at < ?)
  order by last_checked_at nulls first, id limit ?`;

async function pollSome(context: Context, shipments: readonly OnItsWay[]): Promise<TrackingResult[]> {
  try {
    const said = await context.aggregator.track(shipments.map(({ labelId }) => labelId));
    return await transact(context.em.fork(), (tx) => takeIn(tx, shipments, said, context.now()));
  } catch (error) {
    context.log.warn({ err: error, shipments: shipments.length }, 'tracking not polled');
    const message = error instanceof ProviderError ? error.message : 'The tracking could not be read';
    return shipments.map(({ id, orderId, status }) => ({ shipmentId: id, orderId, outcome: 'error', status, message }));
  }
}

type Said = ReadonlyMap<string, Tracking | { error: string }>;

async function takeIn(tx: EntityManager, polled: readonly OnItsWay[], said: Said, now: Date) {
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
  const shipments = await tx.find(ShipmentRow, { id: { $in: polled.map(({ id }) => id) } }, locked);
  const orderIds = shipments.map(({ orderId }) => orderId);
  const items = Map.groupBy(await tx.find(ItemRow, { orderId: { $in: orderIds } }, locked), ({ orderId }) => orderId);
  const orders = await tx.find(OrderRow, { id: { $in: orderIds } });
  const closed = new Set(orders.filter(({ paymentStatus }) => isClosed(paymentStatus)).map(({ id }) => id));

  return shipments.map((shipment): TrackingResult => {
    const { id: shipmentId, orderId } = shipment;
    const one = said.get(shipment.labelId ?? '') ?? { error: 'The carrier does not know this parcel' };
    if ('error' in one) {
      tx.assign(shipment, { lastCheckedAt: now, version: shipment.version + 1 });
      announceShipment(tx, 'shipment_checked', shipment);
      return { shipmentId, orderId, outcome: 'error', status: shipment.status, message: one.error };
    }
    const progress = track(shipment, one, now);
    tx.assign(shipment, progress.change);
    announceShipment(tx, progress.updated ? `shipment_${shipment.status}` : 'shipment_checked', shipment);
    if (!closed.has(orderId)) moveItems(tx, items.get(orderId) ?? [], progress, shipment.trackingCode ?? null);
    return { shipmentId, orderId, outcome: progress.updated ? 'updated' : 'unchanged', status: shipment.status };
  });
}

function moveItems(tx: EntityManager, items: readonly ItemRow[], progress: Progress, trackingCode: string | null) {
  const { posted, delivered } = progress;
  for (const item of items) {
    const before = item.fulfillmentStatus;
    const changes: (ItemChange | null)[] = [];
    if (posted) changes.push(apply(tx, item, shipWithParcel(item, trackingCode, posted)));
    if (delivered) changes.push(apply(tx, item, deliverWithParcel(item, delivered)));
    if (changes.some(Boolean)) announceItem(tx, eventOf(before, item.fulfillmentStatus), item);
  }
}

function apply(tx: EntityManager, item: ItemRow, change: ItemChange | null): ItemChange | null {
  if (change) tx.assign(item, change);
  return change;
}
