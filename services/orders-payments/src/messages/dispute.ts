import type { Dispute as DisputeMessage } from '@estampa/contracts/orders/v1/dispute';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { Context } from '../context.ts';
import type { DisputeRow } from '../db/dispute-repository.ts';
import { disputeState } from '../domain/dispute.ts';
import { receiptUrlOf } from './receipt.ts';

export const disputeMessage = (
  { provider, items, ...dispute }: DisputeRow,
  context: Pick<Context, 'now' | 'settings'>,
): AllFields<DisputeMessage> => ({
  id: dispute.id,
  state: disputeState(dispute),
  orderId: dispute.orderId,
  orderNumber: dispute.orderNumber,
  paymentId: dispute.paymentId,
  paymentProvider: provider,
  providerPaymentId: dispute.providerPaymentId,
  amountCents: dispute.amountCents,
  openedAt: dispute.openedAt,
  endedAt: dispute.endedAt ?? undefined,
  outcome: dispute.outcome ?? undefined,
  reason: dispute.reason ?? undefined,
  respondBy: dispute.respondBy,
  isRespondByAssumed: dispute.isRespondByAssumed,
  respondedAt: dispute.respondedAt ?? undefined,
  respondedBy: dispute.respondedBy ?? undefined,
  note: dispute.note ?? undefined,
  paidAt: dispute.paidAt ?? undefined,
  receiptUrl: receiptUrlOf(context, { id: dispute.orderId, paidAt: dispute.orderPaidAt }),
  items: items.map(({ id, title, trackingCode, shippedAt, deliveredAt }) => ({
    id,
    title,
    trackingCode: trackingCode ?? undefined,
    shippedAt: shippedAt ?? undefined,
    deliveredAt: deliveredAt ?? undefined,
  })),
});
