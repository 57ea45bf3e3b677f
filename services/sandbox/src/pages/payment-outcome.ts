import { refundedCents, type Charge, type ChargeStatus } from '../domain/charge.ts';
import { html, reais, type Html } from './html.ts';

const SENTENCES: Readonly<Record<ChargeStatus, string>> = {
  PENDING: 'Waiting for payment',
  OVERDUE: 'Past its due date',
  AWAITING_RISK_ANALYSIS: 'The card payment is being analysed',
  AUTHORIZED: 'The card is authorised and not charged yet',
  DUNNING_REQUESTED: 'A collector asks for the money',
  DUNNING_RECEIVED: 'A collector received the money',
  CONFIRMED: 'Payment confirmed',
  RECEIVED: 'Payment received',
  RECEIVED_IN_CASH: 'Paid in cash',
  REFUND_REQUESTED: 'A refund waits for your bank details',
  REFUND_IN_PROGRESS: 'The refund is on its way',
  REFUNDED: 'The payment was refunded',
  CHARGEBACK_REQUESTED: 'The payment is contested',
  CHARGEBACK_DISPUTE: 'The payment is in dispute',
  AWAITING_CHARGEBACK_REVERSAL: 'The dispute was won, the money is on its way back',
};
const GOOD: readonly ChargeStatus[] = ['CONFIRMED', 'RECEIVED', 'RECEIVED_IN_CASH'];
const METHOD_NAMES = { UNDEFINED: 'not chosen', PIX: 'Pix', CREDIT_CARD: 'credit card', BOLETO: 'boleto' } as const;

/** The state of a charge that cannot be paid (any more), and the way back to the shop. */
export function paymentOutcome(charge: Charge, pageUrl: string): Html {
  const good = !charge.removed && GOOD.includes(charge.status);
  const refunded = refundedCents(charge);
  return html`<section class="card outcome ${good ? 'good' : 'bad'}" role="status">
      <h2>${charge.removed ? 'This charge was removed and cannot be paid' : SENTENCES[charge.status]}</h2>
      <p class="soft">
        State ${charge.removed ? 'removed' : charge.status} · method ${METHOD_NAMES[charge.billingType]}
      </p>
      ${refunded > 0 && html`<p>${reais(refunded)} of ${reais(charge.valueCents)} refunded.</p>`}
      ${charge.status === 'REFUND_REQUESTED' && html`<a class="button" href="${pageUrl}/refund">Enter bank details</a>`}
    </section>
    ${charge.successUrl && html`<a class="button" href="${charge.successUrl}">Back to the shop</a>`}`;
}
