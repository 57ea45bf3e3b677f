import { toBuffer } from 'qrcode';
import { QR_CODE } from '../asaas/payment-codes.ts';
import { boletoBarCode, boletoLine } from '../domain/boleto.ts';
import { localDate } from '../domain/local-time.ts';
import { pixCode } from '../domain/pix-code.ts';
import type { Preference, PreferencePayment } from '../domain/preference-payment.ts';
import { html, reais, type Html } from './html.ts';
import { cardFields } from './pay-page.ts';
import type { Words } from './words.ts';

const SLIP_DIGITS = 11;

export type CheckoutPage = {
  preference: Preference;
  payments: readonly PreferencePayment[];
  pageUrl: string;
  complaint: string | null;
  words: Words;
};

/** What a buyer sees: what waits to be paid, then every way to begin anew. */
export async function checkoutPage({ preference, payments, pageUrl, complaint, words }: CheckoutPage): Promise<Html> {
  const waiting = payments.filter(({ status }) => status === 'pending');
  const over = payments.filter(({ status }) => status !== 'pending');
  return html`<header>
      <h1>${preference.title}</h1>
      <p class="amount">${reais(preference.amountCents)}</p>
      ${preference.externalReference && html`<p class="soft">${words.reference(preference.externalReference)}</p>`}
    </header>
    ${complaint && html`<div class="card outcome bad" role="alert">${complaint}</div>`}
    ${over.map((payment) => outcome(payment, words))}
    ${await Promise.all(waiting.map((payment) => waitingSection(payment, pageUrl, words)))}
    ${preference.expired ? html`<p class="card outcome bad">${words.expiredLink}</p>` : waysToPay(pageUrl, words)}`;
}

const outcome = (payment: PreferencePayment, words: Words): Html =>
  html`<section class="card outcome ${payment.status === 'approved' ? 'good' : 'bad'}" role="status">
    <p>${words.outcome(payment.id, payment.method, payment.status, payment.statusDetail)}</p>
  </section>`;

async function waitingSection(payment: PreferencePayment, pageUrl: string, words: Words): Promise<Html> {
  const action = `${pageUrl}/payments/${payment.id}`;
  return html`<section class="card" aria-labelledby="waiting-${payment.id}">
    <h2 id="waiting-${payment.id}">${payment.method === 'boleto' ? 'Boleto' : 'Pix'}</h2>
    ${payment.method === 'boleto' ? slip(payment) : await code(payment, words)}
    <form method="post" action="${action}/approve"><button>${words.payIt}</button></form>
    <form method="post" action="${action}/expire"><button class="quiet">${words.expire}</button></form>
  </section>`;
}

async function code(payment: PreferencePayment, words: Words): Promise<Html> {
  const payload = pixCode({ amountCents: payment.amountCents, reference: payment.id });
  const image = (await toBuffer(payload, QR_CODE)).toString('base64');
  return html`<img class="qr" src="data:image/png;base64,${image}" alt="${words.qrCode}" />
    <code class="code">${payload}</code>`;
}

function slip({ amountCents, id, createdAt }: PreferencePayment): Html {
  const barCode = boletoBarCode({ dueDate: localDate(createdAt), amountCents, freeField: id.slice(-SLIP_DIGITS) });
  return html`<code class="code">${boletoLine(barCode)}</code>`;
}

const waysToPay = (pageUrl: string, words: Words): Html =>
  html`<section class="card" aria-labelledby="pix">
      <h2 id="pix">Pix</h2>
      ${form(`${pageUrl}/begin`, 'pix', html`<button>${words.makePix}</button>`)}
    </section>
    <section class="card" aria-labelledby="card">
      <h2 id="card">${words.creditCard}</h2>
      ${form(`${pageUrl}/pay`, 'card', cardFields(words))}
    </section>
    <section class="card" aria-labelledby="boleto">
      <h2 id="boleto">Boleto</h2>
      ${form(`${pageUrl}/begin`, 'boleto', html`<button>${words.makeBoleto}</button>`)}
    </section>`;

const form = (action: string, method: string, fields: Html): Html =>
  html`<form method="post" action="${action}"><input type="hidden" name="method" value="${method}" />${fields}</form>`;
