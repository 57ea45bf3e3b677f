import { Router } from 'express';
import { z } from 'zod';
import { paymentView } from '../asaas/payment-view.ts';
import { chargeById } from '../asaas/payments.ts';
import { changeAmount, move, MOVE_NAMES, type MoveName, pay } from '../domain/charge-lifecycle.ts';
import { refund, settleRefunds } from '../domain/charge-refunds.ts';
import type { Charge } from '../domain/charge.ts';
import { applyChargeSteps, type Sandbox } from '../sandbox.ts';
import { localDate } from '../domain/local-time.ts';
import { RECORDS_MAX } from '../store.ts';
import { respondOrGoBack } from './go-back.ts';

const DAYS_MAX = 365;

const Search = z.object({
  externalReference: z.string().optional(),
  /** Matches every attempt of one order: `<orderId>:1`, `<orderId>:2` and so on. */
  referencePrefix: z.string().optional(),
  status: z.string().optional(),
});
export const Amount = z.object({ amountCents: z.int().min(1) });
export const Settlement = z.object({ as: z.enum(['done', 'denied']) });
/** Pays the amount due when none is given. */
const Payment = z.object({ method: z.enum(['PIX', 'CREDIT_CARD', 'BOLETO']), amountCents: z.int().min(1).optional() });
const Move = z.object({ to: z.enum(MOVE_NAMES as [MoveName, ...MoveName[]]) });

/** Charges that wait, made evenly over some days; they are in memory alone. */
const Many = z.strictObject({
  count: z.int().min(1).max(RECORDS_MAX),
  days: z.int().min(1).max(DAYS_MAX),
  newestAt: z.iso.datetime(),
});

const DAY_MS = 86_400_000;

/** `pay_many<n>` with the reference `many-<n>:1`, the newest first. */
function manyCharges({ count, days, newestAt }: z.infer<typeof Many>): Charge[] {
  const stepMs = (days * DAY_MS) / count;
  return Array.from({ length: count }, (_, n) => {
    const createdAt = new Date(Date.parse(newestAt) - n * stepMs).toISOString();
    return {
      id: `pay_many${n}`,
      number: n,
      customerId: 'cus_many',
      status: 'PENDING',
      billingType: 'UNDEFINED',
      valueCents: 100_00,
      dueDate: localDate(createdAt),
      description: null,
      externalReference: `many-${n}:1`,
      successUrl: null,
      autoRedirect: false,
      removed: false,
      createdAt,
      confirmedAt: null,
      paidAt: null,
      refunds: [],
    };
  });
}

export function chargeControls(sandbox: Sandbox): Router {
  const router = Router();
  const view = (charge: Charge) => paymentView(charge, sandbox.publicUrl());

  router.get('/charges', (request, response) => {
    const { externalReference, referencePrefix, status } = Search.parse(request.query);
    const found = sandbox.store.charges
      .all()
      .filter((charge) => externalReference === undefined || charge.externalReference === externalReference)
      .filter((charge) => charge.externalReference?.startsWith(referencePrefix ?? '') ?? referencePrefix === undefined)
      .filter((charge) => status === undefined || charge.status === status);
    response.json({ count: found.length, charges: found.map(view) });
  });

  router.post('/charges/many', (request, response) => {
    const { charges } = sandbox.store;
    for (const charge of manyCharges(Many.parse(request.body ?? {}))) charges.restore(charge.id, charge);
    response.json({ count: charges.size });
  });

  router.get('/charges/:id', (request, response) => {
    response.json(view(chargeById(sandbox, request.params.id)));
  });

  router.post('/charges/:id/receive', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    const received = applyChargeSteps(sandbox, charge, move(charge, 'received', sandbox.now()));
    respondOrGoBack(request, response, sandbox.publicUrl(), view(received));
  });

  router.post('/charges/:id/move', (request, response) => {
    const { to } = Move.parse(request.body ?? {});
    const charge = chargeById(sandbox, request.params.id);
    const moved = applyChargeSteps(sandbox, charge, move(charge, to, sandbox.now()));
    respondOrGoBack(request, response, sandbox.publicUrl(), view(moved));
  });

  router.post('/charges/:id/pay', (request, response) => {
    const { method, amountCents } = Payment.parse(request.body ?? {});
    const charge = chargeById(sandbox, request.params.id);
    const paid = applyChargeSteps(sandbox, charge, pay(charge, method, sandbox.now(), amountCents));
    response.json(view(paid));
  });

  router.post('/charges/:id/amount', (request, response) => {
    const { amountCents } = Amount.parse(request.body ?? {});
    const charge = chargeById(sandbox, request.params.id);
    response.json(view(applyChargeSteps(sandbox, charge, changeAmount(charge, amountCents))));
  });

  router.post('/charges/:id/refund', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    const steps = refund(charge, { valueCents: null, description: null }, sandbox.now());
    response.json(view(applyChargeSteps(sandbox, charge, steps)));
  });

  router.post('/charges/:id/refunds/settle', (request, response) => {
    const { as } = Settlement.parse(request.body ?? {});
    const charge = chargeById(sandbox, request.params.id);
    const settled = applyChargeSteps(sandbox, charge, settleRefunds(charge, as));
    respondOrGoBack(request, response, sandbox.publicUrl(), view(settled));
  });

  router.get('/customers', (_request, response) => {
    const customers = sandbox.store.customers.all().map(({ id, externalReference }) => ({ id, externalReference }));
    response.json({ count: customers.length, customers });
  });

  return router;
}
