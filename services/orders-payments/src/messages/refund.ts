import type {
  LatePayment as LatePaymentMessage,
  Refund as RefundMessage,
  RefundLine as RefundLineMessage,
  RefundOrderResponse,
} from '@estampa/contracts/orders/v1/payment';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { LatePayment } from '../db/refund-repository.ts';
import type { OrderRow } from '../db/tables/order.ts';
import type { RefundRow } from '../db/tables/refund.ts';
import { isRequested, type RefundLine, type RefundState } from '../domain/refund.ts';

/** The result of a refund request: a pending amount is not yet refunded. */
export const refundOutcomeMessage = ({
  order,
  refund,
}: {
  order: OrderRow;
  refund: RefundRow;
}): AllFields<RefundOrderResponse> => ({
  orderId: order.id,
  refundId: refund.id,
  amountCents: refund.amountCents,
  totalRefundedCents: order.totalRefundedCents,
  status: refund.status === 'done' ? doneStatus(order) : 'pending',
  payerActionUrl: refund.payerActionUrl ?? undefined,
});

const doneStatus = ({ paymentStatus }: OrderRow): string =>
  paymentStatus === 'refunded' ? 'refunded' : 'partial_refund';

/** A refund in a list. The provider's reasons and the admins' notes are not shown to buyers. */
export const refundMessage = (refund: RefundRow, isForAdmin: boolean): AllFields<RefundMessage> => ({
  id: refund.id,
  orderId: refund.orderId,
  reason: refund.reason === 'refund' ? 'asked' : refund.reason,
  amountCents: refund.amountCents,
  lines: (refund.lines ?? []).map(lineMessage),
  status: refund.status === 'failed' ? failedStatus(refund) : STATUS_OF[refund.status],
  payerActionUrl: refund.status === 'requires_payer_action' ? (refund.payerActionUrl ?? undefined) : undefined,
  requestedAt: refund.createdAt,
  doneAt: refund.doneAt ?? undefined,
  refusal: (isForAdmin && refund.refusal) || undefined,
  endedByHand: (isForAdmin && refund.endedByHand) || undefined,
  note: (isForAdmin && refund.note) || undefined,
});

const STATUS_OF: Readonly<Record<Exclude<RefundState, 'failed'>, string>> = {
  requested: 'pending',
  pending: 'pending',
  requires_payer_action: 'waiting_for_payer',
  done: 'done',
};

const failedStatus = (refund: RefundRow): string => (isRequested(refund) && !refund.endedByHand ? 'denied' : 'failed');

const lineMessage = (line: RefundLine): AllFields<RefundLineMessage> => ({
  type: line.type,
  orderItemId: line.type === 'item' ? line.orderItemId : undefined,
  amountCents: line.amountCents,
});

/** A line of a refund request; the gateway has validated its type. */
export const toRefundLine = ({ type, orderItemId, amountCents }: RefundLineMessage): RefundLine =>
  type === 'item'
    ? { type, orderItemId: orderItemId ?? '', amountCents }
    : { type: type === 'shipping' ? type : 'goodwill', amountCents };

export const latePaymentMessage = ({
  refund,
  orderNumber,
  provider,
  providerPaymentId,
  state,
}: LatePayment): AllFields<LatePaymentMessage> => ({
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
