import { z } from 'zod';
import { MercadoPagoRefund, refundState } from './mercado-pago-payment.ts';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { NewRefund, RefundOutcome } from './payment-gateway.ts';
import type { ProviderHttp } from '@estampa/kit/provider/provider-http';
import { toCents, toReais } from './reais.ts';

const KEY_USED = '2032';

/** Mercado Pago takes our refund id as idempotency key, so a repeated request refunds once. */
export async function mercadoPagoRefund(
  call: ProviderHttp,
  { paymentId, refundId, attempt, amountCents, otherIds }: NewRefund,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`;
  // Without the second header an asynchronous refund is reported as a failure.
  const key = attempt === 0 ? refundId : `${refundId}:${attempt}`;
  const headers = { 'X-Idempotency-Key': key, 'X-Render-In-Process-Refunds': 'true' };
  const body = { amount: toReais(amountCents) };
  const refund = await call({ method: 'POST', path, headers, body, signal }, MercadoPagoRefund).catch(
    (error: unknown) => {
      if (error instanceof ProviderError && error.codes.includes(KEY_USED))
        return madeBefore(call, { path, amountCents, otherIds }, signal);
      throw error;
    },
  );
  const state = refundState(refund);
  if (state === 'cancelled') throw new ProviderError('rejected', 'the refund was denied', null, ['refund_denied']);
  return { kind: state, providerRefundId: refund.id };
}

/**
 * Called when the key was used already: finds the refund that was made with it, the newest one of the amount that is not known as
 * another. A new key could refund twice.
 */
async function madeBefore(
  call: ProviderHttp,
  { path, amountCents, otherIds }: Pick<NewRefund, 'amountCents' | 'otherIds'> & { path: string },
  signal: AbortSignal,
): Promise<MercadoPagoRefund> {
  const made = await call({ method: 'GET', path, signal }, z.array(MercadoPagoRefund));
  const unknown = made.filter(({ id }) => !otherIds.includes(id));
  const same = unknown.filter((one) => toCents(one.amount) === amountCents && refundState(one) !== 'cancelled');
  const newest = same.at(-1);
  if (newest) return newest;
  throw new ProviderError('ambiguous', 'the key of the refund was used, and it is not shown yet', null, [KEY_USED]);
}
