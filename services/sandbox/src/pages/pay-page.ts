import { chargeBarCode, pixPayload, pixImage } from '../asaas/payment-codes.ts';
import { boletoLine } from '../domain/boleto.ts';
import { isPayable, type Charge, type PaymentMethod } from '../domain/charge.ts';
import { APPROVED_CARD, DECLINED_CARDS } from '../domain/test-cards.ts';
import { html, reais, type Html } from './html.ts';
import { paymentOutcome } from './payment-outcome.ts';
import type { Words } from './words.ts';

export type PayPageInput = {
  charge: Charge;
  pageUrl: string;
  boletoUrl: string;
  complaint: string | null;
  words: Words;
};

/** What a buyer sees: the amount, then every way to pay that this charge allows, or how it ended. */
export async function payPage(input: PayPageInput): Promise<Html> {
  const { charge, pageUrl, complaint, words } = input;
  return html`<header>
      <h1>${charge.description ?? words.payment}</h1>
      <p class="amount">${reais(charge.valueCents)}</p>
      <p class="soft">${words.due(charge.dueDate, charge.id)}</p>
      ${charge.externalReference && html`<p class="soft">${words.reference(charge.externalReference)}</p>`}
    </header>
    ${complaint && html`<div class="card outcome bad" role="alert">${complaint}</div>`}
    ${isPayable(charge) ? await waysToPay(input) : paymentOutcome(charge, pageUrl, words)}`;
}

async function waysToPay({ charge, pageUrl, boletoUrl, words }: PayPageInput): Promise<Html> {
  const allows = (method: PaymentMethod) => ['UNDEFINED', method].includes(charge.billingType);
  return html`${charge.status === 'OVERDUE' && html`<p class="card outcome">${words.overdue}</p>`}
  ${allows('PIX') && (await pixSection(charge, pageUrl, words))} ${allows('CREDIT_CARD') && cardSection(pageUrl, words)}
  ${allows('BOLETO') && boletoSection(pageUrl, words, html`<a href="${boletoUrl}">${words.openBoleto}</a>`)}
  ${charge.status === 'PENDING' && expireSection(pageUrl, words)}`;
}

async function pixSection(charge: Charge, pageUrl: string, words: Words): Promise<Html> {
  const image = (await pixImage(charge)).toString('base64');
  return html`<section class="card" aria-labelledby="pix">
    <h2 id="pix">Pix</h2>
    <img class="qr" src="data:image/png;base64,${image}" alt="${words.qrCode}" />
    <p class="soft" id="pix-code">${words.pixCode}</p>
    <code class="code" aria-labelledby="pix-code">${pixPayload(charge)}</code>
    ${payForm(pageUrl, 'pix', html`<button>${words.payWithPix}</button>`)}
  </section>`;
}

const cardSection = (pageUrl: string, words: Words): Html =>
  html`<section class="card" aria-labelledby="card">
    <h2 id="card">${words.creditCard}</h2>
    ${payForm(pageUrl, 'card', cardFields(words))}
    <form method="post" action="${pageUrl}/decline"><button class="quiet">${words.haveDeclined}</button></form>
  </section>`;

/** With the test cards that there are. */
export const cardFields = (words: Words): Html =>
  html`<label for="cardNumber">${words.cardNumber}</label>
    <input
      id="cardNumber"
      name="cardNumber"
      inputmode="numeric"
      autocomplete="off"
      required
      value="${spaced(APPROVED_CARD)}"
      aria-describedby="test-cards"
    />
    <label for="holderName">${words.holderName}</label>
    <input id="holderName" name="holderName" autocomplete="off" value="DEMO BUYER" />
    <div class="pair">
      <div>
        <label for="expiry">${words.expiry}</label><input id="expiry" name="expiry" autocomplete="off" value="12/30" />
      </div>
      <div>
        <label for="ccv">${words.securityCode}</label
        ><input id="ccv" name="ccv" inputmode="numeric" autocomplete="off" value="123" />
      </div>
    </div>
    <div class="soft" id="test-cards">
      ${words.testCards}
      <ul class="cards">
        <li>${words.isApproved(spaced(APPROVED_CARD))}</li>
        ${DECLINED_CARDS.map((card) => html`<li>${words.isDeclined(spaced(card))}</li>`)}
      </ul>
    </div>
    <button>${words.payWithCard}</button>`;

/** The boleto alone, as whoever pays it keeps it. */
export const boletoPage = (charge: Charge, pageUrl: string, words: Words): Html =>
  html`<header>
      <h1>${charge.description ?? words.payment}</h1>
      <p class="amount">${reais(charge.valueCents)}</p>
      <p class="soft">${words.due(charge.dueDate, charge.id)}</p>
    </header>
    ${boletoSection(pageUrl, words, boletoLineOf(charge, words))}`;

const boletoLineOf = (charge: Charge, words: Words): Html =>
  html`<p class="soft" id="boleto-line">${words.boletoLine}</p>
    <code class="code" aria-labelledby="boleto-line">${boletoLine(chargeBarCode(charge))}</code>`;

const boletoSection = (pageUrl: string, words: Words, content: Html): Html =>
  html`<section class="card" aria-labelledby="boleto">
    <h2 id="boleto">Boleto</h2>
    ${content} ${payForm(pageUrl, 'boleto', html`<button>${words.payBoleto}</button>`)}
  </section>`;

function expireSection(pageUrl: string, words: Words): Html {
  return html`<section class="card" aria-labelledby="expire">
    <h2 id="expire">${words.doNotPay}</h2>
    <p class="soft">${words.expireHow}</p>
    <form method="post" action="${pageUrl}/expire"><button class="quiet">${words.expire}</button></form>
  </section>`;
}

const payForm = (pageUrl: string, method: string, fields: Html): Html =>
  html`<form method="post" action="${pageUrl}/pay">
    <input type="hidden" name="method" value="${method}" />${fields}
  </form>`;

const spaced = (cardNumber: string): string => cardNumber.replace(/(\d{4})(?=\d)/g, '$1 ');
