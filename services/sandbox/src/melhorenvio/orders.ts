import { Router } from 'express';
import { z } from 'zod';
import type { Parcel } from '../domain/parcel.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import { orderView, timesOf } from './order-view.ts';
import { Orders } from './shipments.ts';

const SEARCH_MAX = 20;

/** Reading: tracking of many, one order, search by protocol, tag or tracking code. */
export function orderRoutes({ store, publicUrl }: Sandbox): Router {
  const router = Router();

  router.post('/shipment/tracking', (request, response) => {
    const { orders } = Orders.parse(request.body ?? {});
    const parcels = orders.map((id) => store.parcels.get(id)).filter((parcel) => parcel !== undefined);
    response.json(Object.fromEntries(parcels.map((parcel) => [parcel.id, trackingView(parcel)])));
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
    if (!parcel) throw new Refusal('not_found', 'not_found', 'No such order.');
    response.json(orderView(parcel, publicUrl()));
  });

  return router;
}

export const isAbout = ({ id, protocol, tracking, selfTracking, tags }: Parcel, text: string): boolean =>
  [id, protocol, tracking, selfTracking, ...tags.map(({ tag }) => tag)].includes(text);

const trackingView = (parcel: Parcel) => ({
  id: parcel.id,
  protocol: parcel.protocol,
  status: parcel.status,
  tracking: parcel.tracking,
  melhorenvio_tracking: parcel.selfTracking,
  ...timesOf(parcel),
});
