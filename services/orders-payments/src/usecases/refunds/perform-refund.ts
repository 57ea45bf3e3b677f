import { newId } from '@estampa/kernel/ids';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { PaymentGateway } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import { orders } from '../../db/order-repository.ts';
import { refunds, type RefundTask } from '../../db/refund-repository.ts';
import type { RefundRow } from '../../db/tables/refund.ts';
import { PaymentAccount } from '../../domain/payment-account.ts';
import { INSUFFICIENT_BALANCE } from '../../domain/refund.ts';
import { type RefundResponse } from '../../domain/refund-response.ts';
import { nextStepAt } from '../../domain/refund-schedule.ts';
import { takeResponse } from '../../domain/take-snapshot.ts';
import { refundedCents } from '../../metrics.ts';
import { applySnapshot } from '../payments/apply-snapshot.ts';
import { gatewayOf } from '../payments/gateway-of.ts';
import { orderChanged } from '../orders/order-changed.ts';

/**
 * Requests a stored and claimed refund from the provider and records the response; returns the refund as it is stored then.
 * Throws the provider's failure; the refund continues at `retryAt` with a new request, or with a search if the first request may
 * still take effect and a second one would refund twice.
 */
export async function performRefund(
  context: Context,
  { refund, payment, otherIds }: RefundTask,
  { signal, retryAt }: { signal: AbortSignal; retryAt: () => Date },
): Promise<RefundRow> {
  const gateway = gatewayOf(context, payment.provider);
  const wanted = {
    paymentId: payment.providerPaymentId,
    refundId: refund.id,
    attempt: refund.failures,
    amountCents: refund.amountCents,
    otherIds,
    isFull: refund.amountCents === (payment.paidCents ?? payment.amountCents),
  };
  let response: Response;
  try {
    response = await responseOf(context, gateway, wanted, signal);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure === 'ambiguous' && !gateway.keysRefunds) await refunds.saveDueNow(context.em, refund, retryAt());
    else await context.em.transactional(async (tx) => refunds.saveReleased(tx, refund, retryAt()));
    throw error;
  }
  return recordResponse(context, refund, response);
}

type Response =
  | Exclude<RefundResponse, { kind: 'rejected' }>
  | { kind: 'rejected'; code: string | null }
  | { kind: 'unfunded' };

async function responseOf(
  { log }: Context,
  gateway: PaymentGateway,
  wanted: Parameters<PaymentGateway['refund']>[0],
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await gateway.refund(wanted, signal);
  } catch (error) {
    if (!(error instanceof ProviderError) || !['rejected', 'not_found'].includes(error.failure)) throw error;
    log.warn({ refundId: wanted.refundId, codes: error.codes }, 'the provider rejected a refund');
    return { kind: 'rejected', code: error.codes[0] ?? null };
  }
}

async function recordResponse(context: Context, claimed: RefundRow, response: Response): Promise<RefundRow> {
  const { id, orderId } = claimed;
  const { refund, provider, returnedCents } = await context.em.transactional(async (tx) => {
    const now = context.now();
    const locked = (await orders.lock(tx, orderId))!;
    const row = locked.refunds.find((one) => one.id === id)!;
    const { payment } = PaymentAccount.ofRefund(locked, row);
    const given = { provider: payment.provider, now, newId };
    const taken = response.kind === 'unfunded' ? null : takeResponse(locked, row, response, given);
    if (response.kind === 'unfunded' && row.status === 'requested') row.refusal = INSUFFICIENT_BALANCE;
    if (response.kind === 'rejected') row.refusal = response.code ?? row.refusal;
    orders.save(tx, { ...locked, order: orderChanged(tx, taken?.event ?? null, locked, now), items: [] });
    refunds.saveReleased(tx, claimed, nextStepAt(row, now));
    return { refund: row, provider: payment.provider, returnedCents: taken?.returnedCents ?? 0 };
  });
  refundedCents.inc({ provider }, returnedCents);
  context.wake('continue-payments');
  context.log.info({ orderId, refundId: id, status: refund.status, reason: refund.reason }, 'refund');
  return refund;
}

/** Checks a refund at the provider, which may have received it, without requesting it. */
export async function checkRefund(context: Context, { payment }: RefundTask, signal: AbortSignal): Promise<void> {
  const gateway = gatewayOf(context, payment.provider);
  const snapshot = await gateway.getPayment(payment.providerPaymentId, signal);
  if (snapshot) await applySnapshot({ ...context, em: context.em.fork() }, gateway.name, snapshot);
}
