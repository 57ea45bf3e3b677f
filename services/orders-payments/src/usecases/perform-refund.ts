import { type PaymentGateway, ProviderError } from '../adapters/payment-gateway.ts';
import type { Context } from '../context.ts';
import { holdOrder } from '../db/load-order.ts';
import type { RefundRow } from '../db/refund-row.ts';
import type { RefundTask } from '../db/refunds.ts';
import { saveOrder } from '../db/save-order.ts';
import { type RefundAnswer, returnedCents, takeAnswer } from '../domain/refund.ts';
import { settleRefunds } from '../domain/settle-refunds.ts';
import { refundedCents } from '../metrics.ts';
import { gatewayOf } from './gateway-of.ts';
import { orderChanged } from './order-changed.ts';

/** Asks the gateway for a refund that is stored and claimed, and records what came of it; gives the refund as it stands then. */
export async function performRefund(
  context: Context,
  { refund, payment }: RefundTask,
  signal: AbortSignal,
): Promise<RefundRow> {
  const gateway = gatewayOf(context, payment.provider);
  const wanted = {
    paymentId: payment.providerPaymentId!,
    refundId: refund.id,
    amountCents: refund.amountCents,
    isWhole: refund.reason !== 'refund' || refund.amountCents === payment.amountCents,
  };
  return recordRefund(context, refund, await answerOf(context, gateway, wanted, signal));
}

async function answerOf(
  { log }: Context,
  gateway: PaymentGateway,
  wanted: Parameters<PaymentGateway['refund']>[0],
  signal: AbortSignal,
): Promise<RefundAnswer> {
  try {
    return await gateway.refund(wanted, signal);
  } catch (error) {
    if (!(error instanceof ProviderError) || !['rejected', 'not_found'].includes(error.failure)) throw error;
    log.warn({ refundId: wanted.refundId, codes: error.codes }, 'the gateway refused a refund');
    return { kind: 'refused' };
  }
}

async function recordRefund(context: Context, { id, orderId }: RefundRow, answer: RefundAnswer): Promise<RefundRow> {
  const { refund, provider, isNews } = await context.em.transactional(async (tx) => {
    const now = context.now();
    const held = (await holdOrder(tx, orderId))!;
    const { order, payments, refunds } = held;
    const row = refunds.find((one) => one.id === id)!;
    const payment = payments.find((one) => one.id === row.paymentId)!;
    const wasDone = row.status === 'done';
    takeAnswer(row, answer, now);
    payment.refundedCents = returnedCents(payment, refunds);
    if (row.status === 'done') {
      payment.status = payment.refundedCents >= payment.amountCents ? 'refunded' : 'partially_refunded';
    }
    const settled = settleRefunds(order, payment, refunds);
    if (settled?.event) orderChanged(tx, settled.event, held, now);
    saveOrder(tx, { order, payments: [payment], refunds: [row] });
    return { refund: row, provider: payment.provider, isNews: row.status === 'done' && !wasDone };
  });
  if (isNews) refundedCents.inc({ provider }, refund.amountCents);
  context.log.info({ orderId, refundId: id, status: refund.status, reason: refund.reason }, 'refund');
  return refund;
}
