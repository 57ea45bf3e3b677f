import { refundedCents, type Charge, type ChargeStatus } from '../domain/charge.ts';
import { html, reais, type Html } from './html.ts';
import type { Words } from './words.ts';

const GOOD: readonly ChargeStatus[] = ['CONFIRMED', 'RECEIVED', 'RECEIVED_IN_CASH'];

/** The state of a charge that cannot be paid (any more), and the way back to the shop. */
export function paymentOutcome(charge: Charge, pageUrl: string, words: Words): Html {
  const good = !charge.removed && GOOD.includes(charge.status);
  const refunded = refundedCents(charge);
  return html`<section class="card outcome ${good ? 'good' : 'bad'}" role="status">
      <h2>${charge.removed ? words.removed : words.statuses[charge.status]}</h2>
      <p class="soft">
        ${words.state(charge.removed ? words.isRemoved : charge.status, words.methods[charge.billingType])}
      </p>
      ${refunded > 0 && html`<p>${words.refunded(reais(refunded), reais(charge.valueCents))}</p>`}
      ${charge.status === 'REFUND_REQUESTED' && html`<a class="button" href="${pageUrl}/refund">${words.enterBank}</a>`}
    </section>
    ${charge.successUrl && html`<a class="button" href="${charge.successUrl}">${words.toShop}</a>`}`;
}
