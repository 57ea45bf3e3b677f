import { mustReachAll } from '@estampa/kit/rpc/caller';
import { transact } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import type { ShipmentRow } from '../db/shipment.entity.ts';
import { ProviderError } from '../domain/shipping-aggregator.ts';
import { takeInTracking, type TrackingResult } from './take-in-tracking.ts';

/** Of one forced poll, those not asked about for longest: what it publishes has to fit into the response's trailer. */
export const PARCELS_PER_POLL_MAX = 500;
const PARCELS_PER_REQUEST = 50;
/** Enough to find two parcels among fifty by halves. */
const REJECTIONS_PER_LOOK_MAX = 14;

type Parcel = Pick<ShipmentRow, 'id' | 'orderId' | 'status'> & { labelId: string };

/** An admin asks about the parcels on their way at once, due or not. */
export async function pollTracking(context: Context): Promise<TrackingResult[]> {
  mustReachAll(context.caller);
  const parcels = await context.em.execute<Parcel[]>(ON_THEIR_WAY, [PARCELS_PER_POLL_MAX]);
  const results: TrackingResult[] = [];
  for (let from = 0; from < parcels.length; from += PARCELS_PER_REQUEST) {
    results.push(...(await askAbout(context, parcels.slice(from, from + PARCELS_PER_REQUEST))));
  }
  return results;
}

/** Asks about some of the parcels that are due; when that went well and there may be more, at once about those. */
export async function trackDue(context: Context): Promise<void> {
  const now = context.now();
  const leaseEnd = new Date(now.getTime() + context.tracking.leaseMs);
  const due = await context.em.execute<Parcel[]>(CLAIM_DUE, [leaseEnd, now, PARCELS_PER_REQUEST]);
  if (due.length === 0) return;
  const results = await askAbout(context, due);
  const hasResponded = results.some(({ outcome }) => outcome !== 'error');
  if (hasResponded && due.length === PARCELS_PER_REQUEST) context.wake('tracking');
}

const ON_THEIR_WAY = `
  select id, order_id as "orderId", label_id as "labelId", status from shipment
  where next_track_at is not null order by next_track_at, id limit ?`;

/** Replicas share the parcels. A claim runs out by itself, so those of a process that died are due again. */
const CLAIM_DUE = `
  update shipment set next_track_at = ?
  where id in (
    select id from shipment where next_track_at <= ? order by next_track_at, id limit ? for update skip locked)
  returning id, order_id as "orderId", label_id as "labelId", status`;

/** One parcel that the carrier stumbles over keeps no others from being looked at; a carrier that rejects all is left alone. */
async function askAbout(
  context: Context,
  parcels: readonly Parcel[],
  budget = { refusals: REJECTIONS_PER_LOOK_MAX },
): Promise<TrackingResult[]> {
  try {
    const said = await context.aggregator.track(parcels.map(({ labelId }) => labelId));
    const ids = parcels.map(({ id }) => id);
    return await transact(context.em.fork(), (tx) => takeInTracking({ ...context, em: tx }, ids, said));
  } catch (error) {
    const isRejected = error instanceof ProviderError && error.kind === 'rejected';
    if (isRejected && parcels.length > 1 && budget.refusals > 0) {
      budget.refusals -= 1;
      const middle = Math.ceil(parcels.length / 2);
      const first = await askAbout(context, parcels.slice(0, middle), budget);
      return [...first, ...(await askAbout(context, parcels.slice(middle), budget))];
    }
    if (isRejected) await askLater(context, parcels);
    context.log.warn({ err: error, parcels: parcels.length }, 'tracking not polled');
    const message = error instanceof ProviderError ? error.message : 'The tracking could not be read';
    return parcels.map(({ id, orderId, status }) => ({ shipmentId: id, orderId, outcome: 'error', status, message }));
  }
}

const askLater = ({ em, now, tracking }: Context, parcels: readonly Parcel[]): Promise<unknown> =>
  em
    .fork()
    .execute('update shipment set next_track_at = ? where id = any(?::uuid[]) and next_track_at is not null', [
      new Date(now().getTime() + tracking.everyMs),
      `{${parcels.map(({ id }) => id).join(',')}}`,
    ]);
