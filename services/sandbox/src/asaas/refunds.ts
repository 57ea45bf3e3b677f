import { type Response, Router } from 'express';
import { refund, type RefundMode, requestBoletoRefund } from '../domain/charge-refunds.ts';
import { applyChargeSteps, type Sandbox } from '../sandbox.ts';
import { listOf } from './list.ts';
import { RefundInput, toCents } from './payment-input.ts';
import { paymentView, refundView } from './payment-view.ts';
import { chargeById } from './payments.ts';

export function refundRoutes(sandbox: Sandbox): Router {
  const router = Router();
  const circumstances = ({ locals }: Response) => ({
    mode: locals['refund'] as RefundMode | undefined,
    fundsCents: sandbox.settings.balances.asaas,
  });

  router.post('/payments/:id/refund', (request, response) => {
    const input = RefundInput.parse(request.body ?? {});
    const charge = chargeById(sandbox, request.params.id);
    const wanted = {
      valueCents: input.value == null ? null : toCents(input.value),
      description: input.description ?? null,
      ...circumstances(response),
    };
    const refunded = applyChargeSteps(sandbox, charge, refund(charge, wanted, sandbox.now()));
    response.json(paymentView(refunded, sandbox.publicUrl()));
  });

  router.get('/payments/:id/refunds', (request, response) => {
    response.json(listOf(chargeById(sandbox, request.params.id).refunds, request.query, refundView));
  });

  router.post('/payments/:id/bankSlip/refund', (request, response) => {
    const charge = chargeById(sandbox, request.params.id);
    const { id } = applyChargeSteps(
      sandbox,
      charge,
      requestBoletoRefund(charge, sandbox.now(), circumstances(response)),
    );
    response.json({ requestUrl: `${sandbox.publicUrl()}/i/${id}/refund` });
  });

  return router;
}
