import { randomBytes } from 'node:crypto';
import { Router } from 'express';
import type { Charge } from '../domain/charge.ts';
import { changeAmount, move, pay, remove, restore } from '../domain/charge-lifecycle.ts';
import { localDate } from '../domain/local-time.ts';
import { Refusal } from '../domain/refusal.ts';
import { applyChargeSteps, type Sandbox } from '../sandbox.ts';
import { listOf } from './list.ts';
import { PaymentChange, PaymentInput, PaymentSearch, refuseImpossiblePayment, toCents } from './payment-input.ts';
import { paymentView } from './payment-view.ts';

/** Create, read, search, remove and restore charges; 200 on creation, not 201. */
export function paymentRoutes(sandbox: Sandbox): Router {
  const router = Router();
  const view = (charge: Charge) => paymentView(charge, sandbox.publicUrl());

  router.post('/payments', (request, response) => {
    const input = PaymentInput.parse(request.body ?? {});
    refuseImpossiblePayment(input, sandbox.settings, sandbox.now());
    if (!sandbox.store.customers.get(input.customer))
      throw new Refusal('invalid', 'invalid_customer', 'Customer inválido ou não informado.');

    const charge = newCharge(input, sandbox);
    response.json(view(applyChargeSteps(sandbox, charge, [{ charge, event: 'PAYMENT_CREATED' }])));
  });

  router.get('/payments', (request, response) => {
    const search = PaymentSearch.parse(request.query);
    const found = candidates(sandbox, search).filter(
      (charge) => sandbox.isSearchable(charge.createdAt) && matches(charge, search),
    );
    response.json(listOf(found.toReversed(), request.query, view));
  });

  router.get('/payments/:id', (request, response) => {
    response.json(view(chargeById(sandbox, request.params.id)));
  });

  router.get('/payments/:id/status', (request, response) => {
    response.json({ status: chargeById(sandbox, request.params.id).status });
  });

  router.put('/payments/:id', (request, response) => {
    const { value } = PaymentChange.parse(request.body ?? {});
    const charge = chargeById(sandbox, request.params.id);
    response.json(view(applyChargeSteps(sandbox, charge, changeAmount(charge, toCents(value)))));
  });

  router.delete('/payments/:id', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    response.json({ deleted: true, id: applyChargeSteps(sandbox, charge, remove(charge)).id });
  });

  router.post('/payments/:id/restore', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    response.json(view(applyChargeSteps(sandbox, charge, restore(charge, sandbox.now()))));
  });

  router.post('/sandbox/payment/:id/confirm', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    const method = charge.billingType === 'UNDEFINED' ? 'PIX' : charge.billingType;
    response.json(view(applyChargeSteps(sandbox, charge, pay(charge, method, sandbox.now()))));
  });

  router.post('/sandbox/payment/:id/overdue', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    response.json(view(applyChargeSteps(sandbox, charge, move(charge, 'overdue', sandbox.now()))));
  });

  return router;
}

/** By the index that fits. */
function candidates({ store: { charges } }: Sandbox, search: PaymentSearch): Charge[] {
  const { externalReference, 'dateCreated[ge]': from, 'dateCreated[le]': to } = search;
  if (externalReference !== undefined) return charges.named(externalReference);
  return from !== undefined && from === to ? charges.ofDay(from) : charges.all();
}

export function chargeById({ store }: Pick<Sandbox, 'store'>, id: string): Charge {
  const charge = store.charges.get(id);
  if (!charge) throw new Refusal('not_found', 'not_found', `There is no charge ${id}.`);
  return charge;
}

function newCharge(input: PaymentInput, { store, now }: Sandbox): Charge {
  return {
    id: `pay_${randomBytes(8).toString('hex')}`,
    number: (store.charges.newest()?.number ?? 0) + 1,
    customerId: input.customer,
    status: 'PENDING',
    billingType: input.billingType,
    valueCents: toCents(input.value),
    dueDate: input.dueDate,
    description: input.description ?? null,
    externalReference: input.externalReference ?? null,
    successUrl: input.callback?.successUrl ?? null,
    autoRedirect: input.callback?.autoRedirect ?? false,
    removed: false,
    createdAt: now().toISOString(),
    confirmedAt: null,
    paidAt: null,
    refunds: [],
  };
}

function matches(charge: Charge, search: PaymentSearch): boolean {
  const same = (wanted: string | undefined, actual: string | null) => wanted === undefined || wanted === actual;
  const { 'dateCreated[ge]': from, 'dateCreated[le]': to } = search;
  return (
    same(search.externalReference, charge.externalReference) &&
    same(search.customer, charge.customerId) &&
    same(search.status, charge.status) &&
    same(search.billingType, charge.billingType) &&
    (from === undefined || localDate(charge.createdAt) >= from) &&
    (to === undefined || localDate(charge.createdAt) <= to)
  );
}
