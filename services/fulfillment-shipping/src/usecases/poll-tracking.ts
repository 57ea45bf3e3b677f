import { mustReachAll } from '@estampa/kit/rpc/caller';
import { transact } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { type Parcel, shipments } from '../db/shipment-repository.ts';
import { ProviderError } from '../domain/shipping-aggregator.ts';
import { takeInTracking, type TrackingResult } from './take-in-tracking.ts';

/** Of one forced poll, those not polled for longest: the events that it publishes have to fit into the response's trailer. */
export const PARCELS_PER_POLL_MAX = 500;
const PARCELS_PER_REQUEST = 50;
/** Enough to find two parcels among fifty by halves. */
const REJECTIONS_PER_POLL_MAX = 14;

/** Parcels that were claimed in one batch, and the end of their lease. */
type Claimed = { parcels: readonly Parcel[]; until: Date };

/** An admin polls the parcels on their way at once, due or not, also those that a replica has claimed. */
export async function pollTracking(context: Context): Promise<TrackingResult[]> {
  mustReachAll(context.caller);
  const until = leaseEnd(context);
  const parcels = await shipments.claimParcels(context.em, until, PARCELS_PER_POLL_MAX);
  const results: TrackingResult[] = [];
  for (let from = 0; from < parcels.length; from += PARCELS_PER_REQUEST) {
    const some = parcels.slice(from, from + PARCELS_PER_REQUEST);
    results.push(...(await pollParcels(context, { parcels: some, until })));
  }
  return results;
}

/** Polls some of the parcels that are due; when that went well and there may be more, those at once. */
export async function trackDue(context: Context): Promise<void> {
  const until = leaseEnd(context);
  const due = await shipments.claimDueParcels(context.em, { now: context.now(), until, limit: PARCELS_PER_REQUEST });
  if (due.length === 0) return;
  const results = await pollParcels(context, { parcels: due, until });
  const hasResponded = results.some(({ outcome }) => outcome !== 'error');
  if (hasResponded && due.length === PARCELS_PER_REQUEST) context.wake('tracking');
}

const leaseEnd = ({ now, tracking }: Context): Date => new Date(now().getTime() + tracking.leaseMs);

/** One parcel that the carrier cannot read delays no others; a carrier that rejects all is left alone. */
async function pollParcels(
  context: Context,
  { parcels, until }: Claimed,
  budget = { rejections: REJECTIONS_PER_POLL_MAX },
): Promise<TrackingResult[]> {
  try {
    const said = await context.aggregator.track(parcels.flatMap(({ labelId }) => labelId ?? []));
    const ids = parcels.map(({ id }) => id);
    return await transact(context.em.fork(), (tx) => takeInTracking({ ...context, em: tx }, { ids, until }, said));
  } catch (error) {
    const isRejected = error instanceof ProviderError && error.kind === 'rejected';
    if (isRejected && parcels.length > 1 && budget.rejections > 0) {
      budget.rejections -= 1;
      const middle = Math.ceil(parcels.length / 2);
      const first = await pollParcels(context, { parcels: parcels.slice(0, middle), until }, budget);
      return [...first, ...(await pollParcels(context, { parcels: parcels.slice(middle), until }, budget))];
    }
    if (isRejected) await requestInBackground(context, { parcels, until });
    context.log.warn({ err: error, parcels: parcels.length }, 'tracking not polled');
    const message = error instanceof ProviderError ? error.message : 'The tracking could not be read';
    return parcels.map(({ id, orderId, status }) => ({ shipmentId: id, orderId, outcome: 'error', status, message }));
  }
}

const requestInBackground = ({ em, now, tracking }: Context, { parcels, until }: Claimed): Promise<void> =>
  shipments.savePostponed(em.fork(), {
    ids: parcels.map(({ id }) => id),
    until,
    nextAt: new Date(now().getTime() + tracking.everyMs),
  });
