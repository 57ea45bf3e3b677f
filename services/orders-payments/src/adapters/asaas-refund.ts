import { z } from 'zod';
import type { ProviderRefund } from '../domain/payment.ts';
import { AsaasPayment, describeRefund, toSnapshot } from './asaas-payment.ts';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { NewRefund, RefundOutcome } from './payment-gateway.ts';
import type { ProviderHttp } from '@estampa/kit/provider/provider-http';
import { toReais } from './reais.ts';

const BANK_SLIP = 'BOLETO';

/** Asaas has no idempotency keys: the payment shows whether an earlier request took effect, and how it was paid. */
export async function asaasRefund(
  call: ProviderHttp,
  { paymentId, refundId, attempt, amountCents, isFull }: NewRefund,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  const path = `/payments/${encodeURIComponent(paymentId)}`;
  const before = await call({ method: 'GET', path, signal }, AsaasPayment);
  const received = outcomeOf(before, refundId);
  if (received) return received;
  if (before.billingType === BANK_SLIP) {
    if (!isFull) throw new ProviderError('rejected', 'a bank slip is given back whole', null, ['partial_bank_slip']);
    const response = z.object({ requestUrl: z.url() });
    const { requestUrl } = await call({ method: 'POST', path: `${path}/bankSlip/refund`, body: {}, signal }, response);
    return { kind: 'requires_payer_action', url: requestUrl };
  }
  const body = { value: toReais(amountCents), description: describeRefund(refundId, attempt) };
  const after = await call({ method: 'POST', path: `${path}/refund`, body, signal }, AsaasPayment);
  const outcome = outcomeOf(after, refundId);
  if (outcome) return outcome;
  if (refundsNamed(after, refundId).length > 0)
    throw new ProviderError('rejected', 'the refund was denied', null, ['refund_denied']);
  return { kind: 'pending', providerRefundId: null };
}

function outcomeOf(payment: AsaasPayment, refundId: string): RefundOutcome | null {
  const own = refundsNamed(payment, refundId).find(({ state }) => state !== 'cancelled');
  return own ? { kind: own.state === 'done' ? 'done' : 'pending', providerRefundId: null, attempt: own.attempt } : null;
}

const refundsNamed = (payment: AsaasPayment, refundId: string): readonly ProviderRefund[] =>
  toSnapshot(payment).refunds.filter((refund) => refund.refundId === refundId);
