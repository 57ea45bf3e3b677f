import { Router } from 'express';
import { z } from 'zod';
import type { Parcel } from '../domain/parcel.ts';
import { Rejection } from '../domain/rejection.ts';
import type { Sandbox } from '../sandbox.ts';
import { orderView, timesOf } from './order-view.ts';
import { Orders } from './shipments.ts';

const SEARCH_MAX = 20;

/** Reading: tracking of many, one order, search by protocol, tag or tracking code. */
export function orderRoutes(sandbox: Sandbox): Router {
  const router = Router();
  const { store, publicUrl } = sandbox;
  const cachedView = cached(sandbox);

  router.post('/shipment/tracking', (request, response) => {
    const { orders } = Orders.parse(request.body ?? {});
    const parcels = orders.map((id) => store.parcels.get(id)).filter((parcel) => parcel !== undefined);
    response.json(Object.fromEntries(parcels.map((parcel) => [parcel.id, cachedView(parcel)])));
  });

  router.get('/orders/search', (request, response) => {
    const { q } = z.object({ q: z.string().min(1) }).parse(request.query);
    const found = store.parcels.all().filter((parcel) => isAbout(parcel, q));
    response.json(
      found
        .toReversed()
        .slice(0, SEARCH_MAX)
        .map((parcel) => orderView(parcel, publicUrl())),
    );
  });

  router.get('/orders/:id', (request, response) => {
    const parcel = store.parcels.get(request.params.id);
    if (!parcel) throw new Rejection('not_found', 'not_found', 'No such order.');
    response.json(orderView(parcel, publicUrl()));
  });

  return router;
}

export const isAbout = ({ id, protocol, tracking, selfTracking, tags }: Parcel, text: string): boolean =>
  [id, protocol, tracking, selfTracking, ...tags.map(({ tag }) => tag)].includes(text);

/** Tracking responses are cached for a while, whatever has happened to the parcel since. */
function cached({ settings, now }: Pick<Sandbox, 'settings' | 'now'>): typeof trackingView {
  const responses = new Map<string, { view: ReturnType<typeof trackingView>; at: number }>();
  return (parcel) => {
    const at = now().getTime();
    const known = responses.get(parcel.id);
    if (known && at < known.at + settings.melhorenvioTrackingCacheMs) return known.view;
    const view = trackingView(parcel);
    if (settings.melhorenvioTrackingCacheMs > 0) responses.set(parcel.id, { view, at });
    return view;
  };
}

const trackingView = (parcel: Parcel) => ({
  id: parcel.id,
  protocol: parcel.protocol,
  status: parcel.status,
  tracking: parcel.tracking,
  melhorenvio_tracking: parcel.selfTracking,
  ...timesOf(parcel),
});
