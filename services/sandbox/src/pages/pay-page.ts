import { chargeBarCode, pixPayload, pixImage } from '../asaas/payment-codes.ts';
import { boletoLine } from '../domain/boleto.ts';
import { isPayable, type Charge, type PaymentMethod } from '../domain/charge.ts';
import { APPROVED_CARD, DECLINED_CARDS } from '../domain/test-cards.ts';
import { html, reais, type Html } from './html.ts';
import { paymentOutcome } from './payment-outcome.ts';

export type PayPageInput = { charge: Charge; pageUrl: string; complaint: string | null };

/** What a buyer sees: the amount, then every way to pay that this charge allows, or how it ended. */
export async function payPage({ charge, pageUrl, complaint }: PayPageInput): Promise<Html> {
  return html`<header>
      <h1>${charge.description ?? 'Payment'}</h1>
      <p class="amount">${reais(charge.valueCents)}</p>
      <p class="soft">Due ${charge.dueDate} · charge ${charge.id}</p>
      ${charge.externalReference && html`<p class="soft">Reference ${charge.externalReference}</p>`}
    </header>
    ${complaint && html`<div class="card outcome bad" role="alert">${complaint}</div>`}
    ${isPayable(charge) ? await waysToPay(charge, pageUrl) : paymentOutcome(charge, pageUrl)}`;
}

async function waysToPay(charge: Charge, pageUrl: string): Promise<Html> {
  const allows = (method: PaymentMethod) => ['UNDEFINED', method].includes(charge.billingType);
  return html`${charge.status === 'OVERDUE' && html`<p class="card outcome">This charge is overdue. It can still be paid.</p>`}
  ${allows('PIX') && (await pixSection(charge, pageUrl))} ${allows('CREDIT_CARD') && cardSection(pageUrl)}
  ${allows('BOLETO') && boletoSection(charge, pageUrl)} ${charge.status === 'PENDING' && expireSection(pageUrl)}`;
}

async function pixSection(charge: Charge, pageUrl: string): Promise<Html> {
  const image = (await pixImage(charge)).toString('base64');
  return html`<section class="card" aria-labelledby="pix">
    <h2 id="pix">Pix</h2>
    <img class="qr" src="data:image/png;base64,${image}" alt="QR code of the Pix copy-and-paste code below" />
    <p class="soft" id="pix-code">Copy-and-paste code (a test key, no bank can pay it)</p>
    <code class="code" aria-labelledby="pix-code">${pixPayload(charge)}</code>
    ${payForm(pageUrl, 'pix', html`<button>Pay with Pix</button>`)}
  </section>`;
}

const cardSection = (pageUrl: string): Html =>
  html`<section class="card" aria-labelledby="card">
    <h2 id="card">Credit card</h2>
    ${payForm(pageUrl, 'card', cardFields())}
    <form method="post" action="${pageUrl}/decline"><button class="quiet">Have the card declined</button></form>
  </section>`;

/** With the test cards that there are. */
export const cardFields = (): Html =>
  html`<label for="cardNumber">Card number</label>
    <input
      id="cardNumber"
      name="cardNumber"
      inputmode="numeric"
      autocomplete="off"
      required
      value="${spaced(APPROVED_CARD)}"
      aria-describedby="test-cards"
    />
    <label for="holderName">Name on the card</label>
    <input id="holderName" name="holderName" autocomplete="off" value="DEMO BUYER" />
    <div class="pair">
      <div><label for="expiry">Expiry</label><input id="expiry" name="expiry" autocomplete="off" value="12/30" /></div>
      <div>
        <label for="ccv">Security code</label
        ><input id="ccv" name="ccv" inputmode="numeric" autocomplete="off" value="123" />
      </div>
    </div>
    <div class="soft" id="test-cards">
      Test cards only, a real number is refused:
      <ul class="cards">
        <li>${spaced(APPROVED_CARD)} is approved</li>
        ${DECLINED_CARDS.map((card) => html`<li>${spaced(card)} is declined</li>`)}
      </ul>
    </div>
    <button>Pay with card</button>`;

function boletoSection(charge: Charge, pageUrl: string): Html {
  return html`<section class="card" aria-labelledby="boleto">
    <h2 id="boleto">Boleto</h2>
    <p class="soft" id="boleto-line">Line to type at the bank (of a bank that does not exist)</p>
    <code class="code" aria-labelledby="boleto-line">${boletoLine(chargeBarCode(charge))}</code>
    ${payForm(pageUrl, 'boleto', html`<button>Pay the boleto</button>`)}
  </section>`;
}

function expireSection(pageUrl: string): Html {
  return html`<section class="card" aria-labelledby="expire">
    <h2 id="expire">Do not pay</h2>
    <p class="soft">Moves the charge past its due date, as waiting would.</p>
    <form method="post" action="${pageUrl}/expire"><button class="quiet">Let it expire</button></form>
  </section>`;
}

const payForm = (pageUrl: string, method: string, fields: Html): Html =>
  html`<form method="post" action="${pageUrl}/pay">
    <input type="hidden" name="method" value="${method}" />${fields}
  </form>`;

const spaced = (cardNumber: string): string => cardNumber.replace(/(\d{4})(?=\d)/g, '$1 ');
