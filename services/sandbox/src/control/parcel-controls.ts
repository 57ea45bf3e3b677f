import { Router } from 'express';
import { z } from 'zod';
import { advance, DESTINATIONS, type Destination } from '../domain/parcel-lifecycle.ts';
import type { Parcel } from '../domain/parcel.ts';
import { Rejection } from '../domain/rejection.ts';
import { orderView } from '../melhorenvio/order-view.ts';
import { isAbout } from '../melhorenvio/orders.ts';
import { balanceCents, newTrackingCode } from '../melhorenvio/shipments.ts';
import { applyParcelSteps, type Sandbox } from '../sandbox.ts';
import { respondOrGoBack } from './go-back.ts';

const Search = z.object({ reference: z.string().optional() });
const Advance = z.object({ to: z.enum(DESTINATIONS as [Destination, ...Destination[]]) });
const DEAD: readonly string[] = ['canceled', 'expired'];

export function parcelControls(sandbox: Sandbox): Router {
  const router = Router();
  const view = (parcel: Parcel) => orderView(parcel, sandbox.publicUrl());

  router.get('/parcels', (request, response) => {
    const { reference } = Search.parse(request.query);
    const found = sandbox.store.parcels.all().filter((parcel) => reference === undefined || isAbout(parcel, reference));
    response.json({ count: found.length, balanceCents: balanceCents(sandbox), parcels: found.map(view) });
  });

  router.get('/parcels/:reference', (request, response) => {
    response.json(view(parcelAbout(sandbox, request.params.reference)));
  });

  router.post('/parcels/:reference/advance', (request, response) => {
    const { to } = Advance.parse(request.body ?? {});
    const parcel = parcelAbout(sandbox, request.params.reference);
    const moved = applyParcelSteps(sandbox, parcel, advance(parcel, to, newTrackingCode(), sandbox.now()));
    respondOrGoBack(request, response, sandbox.publicUrl(), view(moved));
  });

  return router;
}

/** Found by id, protocol, tracking code or tag; of several the newest that is still alive. */
export function parcelAbout({ store }: Pick<Sandbox, 'store'>, reference: string): Parcel {
  const found = store.parcels
    .all()
    .filter((parcel) => isAbout(parcel, reference))
    .toReversed();
  const parcel = found.find(({ status }) => !DEAD.includes(status)) ?? found[0];
  if (!parcel) throw new Rejection('not_found', 'not_found', `There is no parcel ${reference}.`);
  return parcel;
}
