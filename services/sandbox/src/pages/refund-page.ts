import type { Charge } from '../domain/charge.ts';
import { html, reais, type Html } from './html.ts';
import { paymentOutcome } from './payment-outcome.ts';

/** A boleto goes back to a bank account that the buyer names here; the sandbox keeps none of it. */
export function refundForm(charge: Charge, pageUrl: string): Html {
  if (charge.status !== 'REFUND_REQUESTED')
    return html`<h1>Refund of ${reais(charge.valueCents)}</h1>
      ${paymentOutcome(charge, pageUrl)}
      <p><a href="${pageUrl}">The charge</a></p>`;
  return html`<h1>Refund of ${reais(charge.valueCents)}</h1>
    <section class="card">
      <p class="soft">Where should the money go? Made-up details are enough; nothing you type is kept.</p>
      <form method="post" action="${pageUrl}/refund">
        <label for="bank">Bank</label><input id="bank" name="bank" value="999 Demo bank" autocomplete="off" />
        <div class="pair">
          <div>
            <label for="agency">Branch</label><input id="agency" name="agency" value="0001" autocomplete="off" />
          </div>
          <div>
            <label for="account">Account</label><input id="account" name="account" value="12345-6" autocomplete="off" />
          </div>
        </div>
        <button>Send the money back</button>
      </form>
    </section>`;
}
