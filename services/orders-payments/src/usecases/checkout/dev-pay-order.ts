import { DomainError, notFound } from '@estampa/kernel/errors';
import { isUuid, newId } from '@estampa/kernel/ids';
import { recordAudit } from '@estampa/kit/service/audit';
import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { OrderParts } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';
import { decisionOn } from '../../domain/order-requests.ts';
import { simulatedPayment } from '../../domain/simulated-payment.ts';
import { nextAttempt } from '../../domain/stray-charge.ts';
import { requestCancel } from '../../domain/take-charge.ts';
import { orderChanged } from '../orders/order-changed.ts';

/** Marks an order as paid, by a payment without a provider; cancels its charges. */
export function devPayOrder(context: Context, orderId: string): TransactionBody<OrderParts> {
  if (!context.settings.allowsDevPay) {
    throw new DomainError('forbidden', 'forbidden', 'Payments are simulated in development environments only');
  }
  if (!isUuid(orderId)) throw notFound('order', orderId);
  return async (tx) => {
    const locked = await orders.lock(tx, orderId);
    if (!locked) throw notFound('order', orderId);
    const { order, items, payments } = locked;
    mustBeUser(context.caller, order.userId);
    decisionOn(order, 'dev_pay');

    const now = context.now();
    const payment = simulatedPayment(order, { id: newId(), attempt: nextAttempt(payments), now });
    for (const other of payments) requestCancel(other, now);
    payments.push(payment);
    Object.assign(order, { paymentStatus: 'approved', paidAt: now, currentPaymentId: payment.id });
    recordAudit(tx, { action: 'order_dev_paid', subject: `order:${orderId}` });
    orders.save(tx, { order: orderChanged(tx, 'order_approved', locked, now), payments });
    context.wake('continue-payments');
    return { order, items, payment, refundPendingCents: 0 };
  };
}
