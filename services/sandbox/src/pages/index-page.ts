import { PAID, type Charge } from '../domain/charge.ts';
import { destinationsOf } from '../domain/parcel-lifecycle.ts';
import type { Parcel } from '../domain/parcel.ts';
import type { Preference } from '../domain/preference-payment.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { balanceCents } from '../melhorenvio/shipments.ts';
import type { Sandbox } from '../sandbox.ts';
import { scriptView, type Script } from '../scripts/scripts.ts';
import type { Settings } from '../settings.ts';
import { html, reais, type Html } from './html.ts';

const ROWS_MAX = 50;

/** Everything at a glance, newest first, with a button for each thing that the outside world may do next. */
export function indexPage(sandbox: Sandbox): Html {
  const { store, courier } = sandbox;
  const paused = courier.queues().some((queue) => queue.paused);
  return html`<h1>Provider sandbox</h1>
    <section class="card" aria-labelledby="charges">
      <h2 id="charges">Charges (${store.charges.size})</h2>
      ${listing(['Charge', 'Reference', 'Amount', 'Method', 'State', ''], newest(store.charges.all()).map(chargeRow))}
    </section>
    <section class="card" aria-labelledby="preferences">
      <h2 id="preferences">Preferences (${store.preferences.size})</h2>
      ${listing(['Preference', 'Reference', 'Amount', 'State'], newest(store.preferences.all()).map(preferenceRow))}
    </section>
    <section class="card" aria-labelledby="parcels">
      <h2 id="parcels">Parcels (${store.parcels.size})</h2>
      <p class="soft">Wallet: ${reais(balanceCents(sandbox))}</p>
      ${listing(['Protocol', 'Tag', 'Service', 'Tracking', 'State', 'Move on'], newest(store.parcels.all()).map(parcelRow))}
    </section>
    <section class="card" aria-labelledby="scripts">
      <h2 id="scripts">Scripts</h2>
      ${balances(sandbox.settings)}
      ${listing(['Does', 'To', 'State', 'Left', ''], newest(sandbox.scripts.all()).map(scriptRow))}
    </section>
    <section class="card" aria-labelledby="notifications">
      <h2 id="notifications">Notifications (${store.deliveries.size})</h2>
      ${paused && pausedWebhook}
      ${listing(['When', 'Event', 'About', 'State', 'Tries', 'Last answer', ''], newest(store.deliveries.all()).map(deliveryRow))}
    </section>`;
}

const newest = <T>(rows: readonly T[]): T[] => rows.slice(-ROWS_MAX).toReversed();

function listing(titles: readonly string[], rows: readonly Html[]): Html {
  if (rows.length === 0) return html`<p class="soft">None yet.</p>`;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${titles.map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

const chargeRow = (charge: Charge): Html =>
  html`<tr>
    <td class="mono"><a href="i/${charge.id}">${charge.id}</a></td>
    <td class="mono">${charge.externalReference}</td>
    <td>${reais(charge.valueCents)}</td>
    <td>${charge.billingType}</td>
    <td>${state(charge.removed ? 'removed' : charge.status, PAID.includes(charge.status), charge.removed)}</td>
    <td>${chargeButtons(charge)}</td>
  </tr>`;

function chargeButtons({ id, status, refunds }: Charge): Html | false {
  if (status === 'CONFIRMED') return button(`_control/charges/${id}/receive`, 'receive');
  if (!refunds.some((entry) => entry.status === 'PENDING')) return false;
  const settle = (as: string, text: string) => button(`_control/charges/${id}/refunds/settle`, text, { as });
  return html`${settle('done', 'refund arrives')} ${settle('denied', 'bank denies refund')}`;
}

/** What was ordered of the next requests and notifications, and what became of it. */
function scriptRow(script: Script): Html {
  const {
    id,
    state: now,
    remaining,
    method,
    path,
    contains,
    account,
    event,
    times: _times,
    ...does
  } = scriptView(script);
  const { request: _request, requests: _requests, afterEffect, ...actions } = does;
  const reported = Object.entries({ ...actions, ...(afterEffect && { afterEffect }) }).filter(
    ([, value]) => value !== undefined,
  );
  return html`<tr>
    <td class="mono">${reported.map(([name, value]) => `${name}: ${String(value)}`).join(', ')}</td>
    <td class="mono">${[method, path ?? account, event, contains].filter(Boolean).join(' ')}</td>
    <td>${state(now, now === 'released', false)}</td>
    <td>${remaining}</td>
    <td>${now !== 'released' && button(`_control/scripts/${id}/release`, 'release')}</td>
  </tr>`;
}

const balances = ({ balances: { asaas, mercadopago } }: Settings): Html =>
  html`<p class="soft">Balance at Asaas: ${balanceText(asaas)}, at Mercado Pago: ${balanceText(mercadopago)}</p>`;

const balanceText = (cents: number | undefined): string => (cents === undefined ? 'always enough' : reais(cents));

const preferenceRow = (preference: Preference): Html =>
  html`<tr>
    <td class="mono"><a href="checkout/${preference.id}">${preference.id}</a></td>
    <td class="mono">${preference.externalReference}</td>
    <td>${reais(preference.amountCents)}</td>
    <td>${state(preference.expired ? 'expired' : 'open', false, preference.expired)}</td>
  </tr>`;

const parcelRow = (parcel: Parcel): Html =>
  html`<tr>
    <td class="mono"><a href="labels/${parcel.id}">${parcel.protocol}</a></td>
    <td class="mono">${parcel.tags[0]?.tag}</td>
    <td>${parcel.companyName} ${parcel.serviceName}</td>
    <td class="mono">${parcel.tracking}</td>
    <td>
      ${state(parcel.status, parcel.status === 'delivered', ['undelivered', 'canceled', 'expired'].includes(parcel.status))}
    </td>
    <td>${destinationsOf(parcel).map((to) => button(`_control/parcels/${parcel.id}/advance`, to, { to }))}</td>
  </tr>`;

const deliveryRow = (delivery: Delivery): Html => {
  const last = delivery.attempts.at(-1);
  return html`<tr>
    <td class="mono">${delivery.createdAt.slice(11, 19)}</td>
    <td>${delivery.event}</td>
    <td class="mono">${delivery.reference ?? delivery.subjectId}</td>
    <td>${state(delivery.status, delivery.status === 'delivered', delivery.status === 'failed')}</td>
    <td>${delivery.attempts.length}</td>
    <td>${last && (last.httpStatus ?? last.error)}</td>
    <td>${button(`_control/webhooks/${encodeURIComponent(delivery.id)}/deliver`, 'send again')}</td>
  </tr>`;
};

const pausedWebhook = html`<div class="card outcome bad" role="alert">
  The Asaas queue is paused after too many failures in a row.
  <form method="post" action="_control/queues/asaas/resume"><button>Resume</button></form>
</div>`;

const state = (text: string, good: boolean, bad: boolean): Html =>
  html`<span class="state ${good && !bad ? 'good' : bad ? 'bad' : ''}">${text}</span>`;

const button = (action: string, text: string, fields: Record<string, string> = {}): Html =>
  html`<form method="post" action="${action}" enctype="application/x-www-form-urlencoded">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="quiet">${text}</button>
  </form>`;
