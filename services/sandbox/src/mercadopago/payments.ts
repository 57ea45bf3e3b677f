import { Router } from 'express';
import { z } from 'zod';
import { Reais, toCents } from '../asaas/payment-input.ts';
import type { PreferencePayment } from '../domain/preference-payment.ts';
import { cancelPayment } from '../domain/preference-payment-lifecycle.ts';
import { type RefundMode, refundPayment } from '../domain/preference-payment-refunds.ts';
import { Rejection } from '../domain/rejection.ts';
import type { Sandbox } from '../sandbox.ts';
import { applyPaymentStep } from './apply-step.ts';
import { storedResponses } from './stored-responses.ts';
import { paymentView, refundView } from './views.ts';

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 30;

const Search = z.object({
  external_reference: z.string().optional(),
  status: z.string().optional(),
  range: z.enum(['date_created', 'date_last_updated']).default('date_created'),
  begin_date: z.iso.datetime({ offset: true }).optional(),
  end_date: z.iso.datetime({ offset: true }).optional(),
  sort: z.literal('date_created').optional(),
  criteria: z.enum(['asc', 'desc']).default('desc'),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT),
});
const Change = z.object({ status: z.literal('cancelled') });
const RefundInput = z.object({ amount: Reais.nullish() });

export function paymentRoutes(sandbox: Sandbox): Router {
  const router = Router();
  const { store, now } = sandbox;

  router.get('/v1/payments/search', (request, response) => {
    const search = Search.parse(request.query);
    const { offset, limit } = search;
    const found = matching(sandbox, search);
    const results = found.slice(offset, offset + limit).map(paymentView);
    response.json({ paging: { total: found.length, limit, offset }, results });
  });

  router.get('/v1/payments/:id', (request, response) => {
    response.json(paymentView(paymentById(sandbox, request.params.id)));
  });

  router.put('/v1/payments/:id', (request, response) => {
    Change.parse(request.body ?? {});
    const payment = paymentById(sandbox, request.params.id);
    response.json(paymentView(applyPaymentStep(sandbox, cancelPayment(payment, now()))));
  });

  router.post(
    '/v1/payments/:id/refunds',
    storedResponses(sandbox, (request, locals) => {
      const { amount } = RefundInput.parse(request.body ?? {});
      const payment = paymentById(sandbox, String(request.params['id']));
      const mode = (locals['refund'] as RefundMode | undefined) ?? 'done';
      const amountCents = amount == null ? null : toCents(amount);
      const fundsCents = sandbox.settings.balances.mercadopago;
      const wanted = { id: String(sandbox.nextNumber()), amountCents, mode, fundsCents };
      const step = refundPayment(payment, wanted, now());
      if (mode === 'pending' && request.get('x-render-in-process-refunds') !== 'true')
        throw new Rejection('conflict', 'refund_in_process', 'Refunds in process are not rendered.');
      const refunded = applyPaymentStep(sandbox, step);
      return { status: 201, body: refundView(refunded.refunds.at(-1)!, refunded) };
    }),
  );

  router.get('/v1/payments/:id/refunds', (request, response) => {
    const payment = paymentById(sandbox, request.params.id);
    response.json(payment.refunds.map((refund) => refundView(refund, payment)));
  });

  return router;

  function matching({ isSearchable }: Sandbox, search: z.infer<typeof Search>): PreferencePayment[] {
    const { external_reference: reference, status, range, begin_date: from, end_date: to, criteria } = search;
    const dateOf = ({ createdAt, updatedAt }: PreferencePayment) =>
      new Date(range === 'date_created' ? createdAt : updatedAt);
    const named = reference === undefined ? store.preferencePayments.all() : store.preferencePayments.named(reference);
    const found = named.filter(
      (payment) =>
        isSearchable(payment.createdAt) &&
        (status === undefined || payment.status === status) &&
        (from === undefined || dateOf(payment) >= new Date(from)) &&
        (to === undefined || dateOf(payment) <= new Date(to)),
    );
    return criteria === 'asc' ? found : found.toReversed();
  }
}

export function paymentById({ store }: Pick<Sandbox, 'store'>, id: string): PreferencePayment {
  const payment = store.preferencePayments.get(id);
  if (!payment) throw new Rejection('not_found', '2000', `There is no payment ${id}.`);
  return payment;
}
