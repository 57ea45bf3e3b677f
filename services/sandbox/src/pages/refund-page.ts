import type { Charge } from '../domain/charge.ts';
import { html, reais, type Html } from './html.ts';
import { paymentOutcome } from './payment-outcome.ts';
import type { Words } from './words.ts';

/** A boleto is refunded to a bank account that the buyer enters here; the sandbox stores none of it. */
export function refundForm(charge: Charge, pageUrl: string, words: Words): Html {
  if (charge.status !== 'REFUND_REQUESTED')
    return html`<h1>${words.refundOf(reais(charge.valueCents))}</h1>
      ${paymentOutcome(charge, pageUrl, words)}
      <p><a href="${pageUrl}">${words.theCharge}</a></p>`;
  return html`<h1>${words.refundOf(reais(charge.valueCents))}</h1>
    <section class="card">
      <p class="soft">${words.refundHow}</p>
      <form method="post" action="${pageUrl}/refund">
        <label for="bank">${words.bank}</label><input id="bank" name="bank" value="999 Demo bank" autocomplete="off" />
        <div class="pair">
          <div>
            <label for="agency">${words.branch}</label
            ><input id="agency" name="agency" value="0001" autocomplete="off" />
          </div>
          <div>
            <label for="account">${words.account}</label
            ><input id="account" name="account" value="12345-6" autocomplete="off" />
          </div>
        </div>
        <button>${words.sendBack}</button>
      </form>
    </section>`;
}
