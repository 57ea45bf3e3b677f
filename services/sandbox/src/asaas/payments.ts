import { randomBytes } from 'node:crypto';
import { Router } from 'express';
import type { Charge } from '../domain/charge.ts';
import { changeAmount, move, pay, remove, restore } from '../domain/charge-lifecycle.ts';
import { localDate } from '../domain/local-time.ts';
import { Rejection } from '../domain/rejection.ts';
import { applyChargeSteps, type Sandbox } from '../sandbox.ts';
import { newestFirst } from './list.ts';
import { PaymentChange, PaymentInput, PaymentSearch, rejectImpossiblePayment, toCents } from './payment-input.ts';
import { paymentView } from './payment-view.ts';

/** Create, read, search, remove and restore charges; 200 on creation, not 201. */
export function paymentRoutes(sandbox: Sandbox): Router {
  const router = Router();
  const view = (charge: Charge) => paymentView(charge, sandbox.publicUrl());

  router.post('/payments', (request, response) => {
    const input = PaymentInput.parse(request.body ?? {});
    rejectImpossiblePayment(input, sandbox.settings, sandbox.now());
    if (!sandbox.store.customers.get(input.customer))
      throw new Rejection('invalid', 'invalid_customer', 'Customer inválido ou não informado.');

    const charge = newCharge(input, sandbox);
    response.json(view(applyChargeSteps(sandbox, charge, [{ charge, event: 'PAYMENT_CREATED' }])));
  });

  router.get('/payments', (request, response) => {
    const found = searchable(sandbox, candidates(sandbox, PaymentSearch.parse(request.query)));
    response.json(newestFirst(found, request.query, view));
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

/** Uses an index where one fits the filter, instead of filtering all payments. */
function candidates({ store: { charges } }: Sandbox, search: PaymentSearch): readonly Charge[] {
  const { externalReference, status, 'dateCreated[ge]': from = '', 'dateCreated[le]': to = '9' } = search;
  if (externalReference === undefined)
    return matching(charges.between(from, to, status), { ...search, status: undefined });
  const named = charges.named(externalReference).filter(({ createdAt }) => isBetween(localDate(createdAt), from, to));
  return matching(named, search);
}

const isBetween = (day: string, from: string, to: string): boolean => day >= from && day <= to;

function matching(charges: readonly Charge[], { customer, status, billingType }: PaymentSearch): readonly Charge[] {
  const requested = { customerId: customer, status, billingType };
  const wanted = Object.entries(requested).filter(([, value]) => value !== undefined);
  const isRequested = (charge: Charge) => wanted.every(([field, value]) => charge[field as keyof Charge] === value);
  return wanted.length === 0 ? charges : charges.filter(isRequested);
}

const searchable = ({ settings, isSearchable }: Sandbox, charges: readonly Charge[]): readonly Charge[] =>
  settings.searchLagMs === 0 ? charges : charges.filter(({ createdAt }) => isSearchable(createdAt));

export function chargeById({ store }: Pick<Sandbox, 'store'>, id: string): Charge {
  const charge = store.charges.get(id);
  if (!charge) throw new Rejection('not_found', 'not_found', `There is no charge ${id}.`);
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
