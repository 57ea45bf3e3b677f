import { randomInt, randomUUID } from 'node:crypto';
import { Router } from 'express';
import { z } from 'zod';
import { advance, buy, generate, isCancellable, spentCents } from '../domain/parcel-lifecycle.ts';
import type { Parcel } from '../domain/parcel.ts';
import { Rejection } from '../domain/rejection.ts';
import { applyParcelSteps, type Sandbox } from '../sandbox.ts';
import { orderView, priceText } from './order-view.ts';

export const OPENING_BALANCE_CENTS = 1_000_000;
const ORDERS_MAX = 100;
/** The one reason the provider takes from integrations. */
const CANCEL_REASON = 2;

export const Orders = z.object({ orders: z.array(z.uuid()).min(1).max(ORDERS_MAX) });
const Print = Orders.extend({ mode: z.enum(['private', 'public']).default('private') });
const Cancel = z.object({
  order: z.object({
    id: z.uuid(),
    reason_id: z.coerce.number().pipe(z.literal(CANCEL_REASON)),
    description: z.string().trim().min(1),
  }),
});

/** Buy, generate, print, cancel: each step only from the state before it. */
export function shipmentRoutes(sandbox: Sandbox): Router {
  const router = Router();

  router.post('/shipment/checkout', (request, response) => {
    const parcels = known(sandbox, Orders.parse(request.body ?? {}).orders);
    const totalCents = parcels.reduce((sum, { priceCents }) => sum + priceCents, 0);
    const steps = parcels.map((parcel) => ({ parcel, steps: buy(parcel, sandbox.now()) }));
    if (totalCents > balanceCents(sandbox))
      throw new Rejection('invalid', 'no_balance', 'Saldo insuficiente na carteira.');

    const bought = steps.map((step) => applyParcelSteps(sandbox, step.parcel, step.steps));
    const orders = bought.map((parcel) => orderView(parcel, sandbox.publicUrl()));
    const protocol = `PUR-${orders[0]?.protocol.slice(4)}`;
    response.json({ purchase: { id: randomUUID(), protocol, total: priceText(totalCents), status: 'paid', orders } });
  });

  router.post('/shipment/generate', (request, response) => {
    const parcels = known(sandbox, Orders.parse(request.body ?? {}).orders);
    response.json(Object.fromEntries(parcels.map((parcel) => [parcel.id, generateOne(sandbox, parcel)])));
  });

  router.post('/shipment/print', (request, response) => {
    const parcels = known(sandbox, Print.parse(request.body ?? {}).orders);
    if (parcels.some(({ generatedAt }) => generatedAt === null))
      throw new Rejection('conflict', 'not_generated', 'A etiqueta ainda não foi gerada.');
    response.json({ url: `${sandbox.publicUrl()}/labels/${parcels.map(({ id }) => id).join(',')}` });
  });

  router.post('/shipment/cancellable', (request, response) => {
    const parcels = known(sandbox, Orders.parse(request.body ?? {}).orders);
    response.json(Object.fromEntries(parcels.map((parcel) => [parcel.id, { cancellable: isCancellable(parcel) }])));
  });

  router.post('/shipment/cancel', (request, response) => {
    const { order } = Cancel.parse(request.body ?? {});
    const [parcel] = known(sandbox, [order.id]) as [Parcel];
    const canceled = isCancellable(parcel);
    if (canceled) applyParcelSteps(sandbox, parcel, advance(parcel, 'canceled', '', sandbox.now()));
    response.json({ [parcel.id]: { canceled } });
  });

  router.get('/balance', (_request, response) => {
    response.json({ balance: priceText(balanceCents(sandbox)), reserved: '0.00', debts: '0.00' });
  });

  return router;
}

/** What was set and has moved since; else what is left of the opening balance. */
export const balanceCents = ({ store, settings }: Pick<Sandbox, 'store' | 'settings'>): number =>
  settings.balances.melhorenvio ??
  store.parcels.all().reduce((rest, parcel) => rest - spentCents(parcel), OPENING_BALANCE_CENTS);

/** Resembles a carrier's code, with a prefix that shows it is not one. */
export const newTrackingCode = (): string => `SB${String(randomInt(1_000_000_000)).padStart(9, '0')}BR`;

function generateOne(sandbox: Sandbox, parcel: Parcel): { status: boolean; message: string } {
  if (parcel.generatedAt) return { status: false, message: 'Envio já gerado (already generated)' };
  if (parcel.status !== 'released') return { status: false, message: 'O envio ainda não foi pago' };
  const { store, settings, now } = sandbox;
  const finish = (): void => {
    const ordered = store.parcels.get(parcel.id);
    if (ordered?.status === 'released') applyParcelSteps(sandbox, ordered, generate(ordered, newTrackingCode(), now()));
  };
  if (settings.melhorenvioGenerationMs === 0) finish();
  else setTimeout(finish, settings.melhorenvioGenerationMs).unref();
  return { status: true, message: 'Envio encaminhado para geração' };
}

export function known({ store }: Pick<Sandbox, 'store'>, ids: readonly string[]): Parcel[] {
  return [...new Set(ids)].map((id) => {
    const parcel = store.parcels.get(id);
    if (!parcel) throw new Rejection('invalid', 'unknown_order', `The order ${id} is unknown.`);
    return parcel;
  });
}
