import type { PaymentAccount } from './payment-account.ts';
import type { PaymentSnapshot, ProviderPayment } from './payment.ts';
import type { Refund } from './refund.ts';

export type RefundResponse =
  /** `attempt`: how often it had been rejected at the time of the request that the provider has accepted, if it shows that. */
  | { kind: 'done' | 'pending'; providerRefundId: string | null; attempt?: number | null }
  | { kind: 'requires_payer_action'; url: string }
  | { kind: 'rejected' };

/**
 * A provider's response to a refund request, as a snapshot of the payment, so that both are applied in the same way. Money that
 * the provider already shows as refunded may be this refund, so only the amount beyond it is added: counting twice could not be
 * corrected, and what is missing shows at the next check.
 */
export function responseAsSnapshot(
  account: PaymentAccount<ProviderPayment>,
  refund: Refund,
  response: RefundResponse,
): PaymentSnapshot {
  const { payment } = account;
  const isNews = response.kind === 'done' && refund.status !== 'done';
  const news = isNews ? Math.max(refund.amountCents - account.unexplainedCents, 0) : 0;
  const refundedCents = account.returnedByGatewayCents + news;
  // It says nothing of a dispute, which goes on while a part is refunded.
  const stateInPart = payment.status === 'disputed' ? 'disputed' : 'partially_refunded';
  const stateThen = refundedCents >= account.paidCents ? 'refunded' : stateInPart;
  return {
    paymentId: payment.providerPaymentId,
    reference: payment.reference,
    charge: null,
    state: response.kind === 'done' ? stateThen : payment.status,
    rawStatus: response.kind,
    amountCents: account.paidCents,
    refundedCents,
    refunds: [
      {
        refundId: refund.id,
        attempt: 'attempt' in response ? (response.attempt ?? null) : null,
        providerRefundId: 'providerRefundId' in response ? response.providerRefundId : null,
        amountCents: refund.amountCents,
        state: STATE_OF_RESPONSE[response.kind],
        ...('url' in response && { payerActionUrl: response.url }),
      },
    ],
  };
}

const STATE_OF_RESPONSE = {
  done: 'done',
  pending: 'pending',
  requires_payer_action: 'pending',
  rejected: 'cancelled',
} as const;
