import { Router } from 'express';
import { z } from 'zod';
import { movePayment, PAYMENT_MOVE_NAMES } from '../domain/preference-payment-lifecycle.ts';
import { refundPayment, settleRefunds } from '../domain/preference-payment-refunds.ts';
import { applyPaymentStep } from '../mercadopago/apply-step.ts';
import { paymentById } from '../mercadopago/payments.ts';
import { preferenceById } from '../mercadopago/preferences.ts';
import { paymentView, preferenceView } from '../mercadopago/views.ts';
import type { Sandbox } from '../sandbox.ts';
import { Amount, Settlement } from './charge-controls.ts';

/** `<orderId>:` finds what belongs to all attempts of one order. */
const Search = z.object({ referencePrefix: z.string().default('') });
const Move = z.object({ to: z.enum(PAYMENT_MOVE_NAMES) });

export function preferenceControls(sandbox: Sandbox): Router {
  const router = Router();
  const { store, now } = sandbox;

  router.get('/preferences', (request, response) => {
    const { referencePrefix } = Search.parse(request.query);
    const found = store.preferences
      .all()
      .filter(({ externalReference }) => isNamed(externalReference, referencePrefix));
    const preferences = found.map((preference) => preferenceView(preference, sandbox.publicUrl()));
    response.json({ count: found.length, preferences });
  });

  router.post('/preferences/:id/amount', (request, response) => {
    const { amountCents } = Amount.parse(request.body ?? {});
    const preference = store.preferences.put({ ...preferenceById(sandbox, request.params.id), amountCents });
    response.json(preferenceView(preference, sandbox.publicUrl()));
  });

  router.get('/payments', (request, response) => {
    const { referencePrefix } = Search.parse(request.query);
    const found = store.preferencePayments.all();
    const payments = found.filter(({ externalReference }) => isNamed(externalReference, referencePrefix));
    response.json({ count: payments.length, payments: payments.map(paymentView) });
  });

  router.post('/payments/:id/move', (request, response) => {
    const { to } = Move.parse(request.body ?? {});
    const step = movePayment(paymentById(sandbox, request.params.id), to, now());
    response.json(paymentView(applyPaymentStep(sandbox, step)));
  });

  router.post('/payments/:id/refund', (request, response) => {
    const payment = paymentById(sandbox, request.params.id);
    const wanted = { id: String(sandbox.nextNumber()), amountCents: null, mode: 'done' as const };
    response.json(paymentView(applyPaymentStep(sandbox, refundPayment(payment, wanted, now()))));
  });

  router.post('/payments/:id/refunds/settle', (request, response) => {
    const { as } = Settlement.parse(request.body ?? {});
    const step = settleRefunds(paymentById(sandbox, request.params.id), as, now());
    response.json(paymentView(applyPaymentStep(sandbox, step)));
  });

  return router;
}

const isNamed = (reference: string | null, prefix: string): boolean => (reference ?? '').startsWith(prefix);
