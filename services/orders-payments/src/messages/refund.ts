import type { LatePayment as LatePaymentMessage, RefundOrderResponse } from '@estampa/contracts/orders/v1/payment';
import type { Whole } from '@estampa/kernel/whole';
import type { LatePayment } from '../db/list-late-payments.ts';
import type { OrderRow } from '../db/order-row.ts';
import type { RefundRow } from '../db/refund-row.ts';

/** What a refund has come to: money that is on its way has not come back. */
export const refundMessage = ({
  order,
  refund,
}: {
  order: OrderRow;
  refund: RefundRow;
}): Whole<RefundOrderResponse> => ({
  orderId: order.id,
  refundId: refund.id,
  amountCents: refund.amountCents,
  totalRefundedCents: order.totalRefundedCents,
  status: refund.status === 'done' ? doneStatus(order) : 'pending',
  payerActionUrl: refund.payerActionUrl ?? undefined,
});

const doneStatus = ({ paymentStatus }: OrderRow): string =>
  paymentStatus === 'refunded' ? 'refunded' : 'partial_refund';

export const latePaymentMessage = ({
  refund,
  orderNumber,
  provider,
  providerPaymentId,
  state,
}: LatePayment): Whole<LatePaymentMessage> => ({
  id: refund.id,
  orderId: refund.orderId,
  orderNumber,
  paymentId: refund.paymentId,
  paymentProvider: provider,
  providerPaymentId: providerPaymentId ?? undefined,
  reason: refund.reason,
  amountCents: refund.amountCents,
  state,
  payerActionUrl: refund.payerActionUrl ?? undefined,
  createdAt: refund.createdAt,
  returnedAt: refund.doneAt ?? undefined,
});
