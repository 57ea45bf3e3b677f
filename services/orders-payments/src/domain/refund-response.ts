import type { PaymentAccount } from './payment-account.ts';
import type { PaymentSnapshot, ProviderPayment } from './payment.ts';
import type { Refund } from './refund.ts';

export type RefundResponse =
  /** `attempt`: how often it had been rejected when what the gateway has of it was asked for, where it tells. */
  | { kind: 'done' | 'pending'; providerRefundId: string | null; attempt?: number | null }
  | { kind: 'requires_payer_action'; url: string }
  | { kind: 'refused' };

/**
 * What a gateway responds to a refund, as the gateway would show the payment then: both are taken in by one way. Money that it
 * shows gone already may be this very refund, so the response adds to it only what is beyond: what is counted twice would
 * never be taken back, and what is missed the next look brings.
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
  const stateThen = refundedCents >= account.paidCents ? 'refunded' : 'partially_refunded';
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
  refused: 'cancelled',
} as const;
