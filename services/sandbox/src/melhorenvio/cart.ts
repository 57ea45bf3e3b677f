import { randomInt, randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { Parcel, Party } from '../domain/parcel.ts';
import { Rejection } from '../domain/rejection.ts';
import { quote, serviceById, type ShippingService } from '../domain/shipping-services.ts';
import { applyParcelSteps, type Sandbox } from '../sandbox.ts';
import { CartInput, type AddressInput } from './cart-input.ts';
import { orderView } from './order-view.ts';

/** A label starts in the cart; it can be read and dropped there until it is bought. */
export function cartRoutes(sandbox: Sandbox): Router {
  const router = Router();
  const inCart = (id: string): Parcel => {
    const parcel = sandbox.store.parcels.get(id);
    if (parcel?.status !== 'pending') throw new Rejection('not_found', 'not_found', 'No such item in the cart.');
    return parcel;
  };

  router.post('/cart', (request, response) => {
    const parcel = newParcel(CartInput.parse(request.body ?? {}), sandbox);
    applyParcelSteps(sandbox, parcel, [
      { parcel, event: 'order.created' },
      { parcel, event: 'order.pending' },
    ]);
    response.status(201).json(orderView(parcel, sandbox.publicUrl()));
  });

  router.get('/cart', (_request, response) => {
    const pending = sandbox.store.parcels.all().filter(({ status }) => status === 'pending');
    response.json({ data: pending.map((parcel) => orderView(parcel, sandbox.publicUrl())) });
  });

  router.get('/cart/:id', (request, response) => {
    response.json(orderView(inCart(request.params.id), sandbox.publicUrl()));
  });

  router.delete('/cart/:id', (request, response) => {
    sandbox.store.parcels.remove(inCart(request.params.id).id);
    response.status(204).end();
  });

  return router;
}

function newParcel(input: CartInput, { now }: Sandbox): Parcel {
  const service = serviceById(input.service) as ShippingService;
  const insuredCents = Math.round(input.options.insurance_value * 100);
  const trip = { fromCep: input.from.postal_code, toCep: input.to.postal_code, volumes: input.volumes, insuredCents };
  const price = quote(service, trip);
  if (!price) throw new Rejection('invalid', 'too_heavy', 'The weight is above the limit of this service.');

  const number = String(randomInt(1_000_000_000)).padStart(9, '0');
  return {
    id: randomUUID(),
    protocol: `ORD-${now().getUTCFullYear()}${number}`,
    serviceId: service.id,
    serviceName: service.name,
    companyName: service.company.name,
    priceCents: price.priceCents,
    status: 'pending',
    tracking: null,
    selfTracking: `ME${number}BR`,
    from: party(input.from),
    to: party(input.to),
    contents: input.products.map(({ name, quantity }) => ({ name, quantity })),
    tags: input.options.tags.map(({ tag, url }) => ({ tag, url: url ?? null })),
    createdAt: now().toISOString(),
    paidAt: null,
    generatedAt: null,
    postedAt: null,
    deliveredAt: null,
    canceledAt: null,
    expiredAt: null,
  };
}

/** Documents and phones are validated but not stored. */
const party = (address: AddressInput): Party => ({
  name: address.name,
  address: address.address,
  number: address.number ?? '',
  complement: address.complement ?? '',
  district: address.district ?? '',
  city: address.city,
  stateAbbr: address.state_abbr?.toUpperCase() ?? '',
  postalCode: address.postal_code,
});
