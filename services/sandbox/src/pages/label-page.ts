import type { Parcel, Party } from '../domain/parcel.ts';
import { html, type Html } from './html.ts';

/** A printable page per label, marked so that no carrier would take it. */
export const labelPage = (parcels: readonly Parcel[]): Html => html`${parcels.map(label)}`;

const label = (parcel: Parcel): Html =>
  html`<article class="card" aria-label="Label ${parcel.protocol}">
    <p class="soft">SAMPLE LABEL, NOT FOR POSTING</p>
    <h1>${parcel.companyName} ${parcel.serviceName}</h1>
    <p>${parcel.protocol} · tracking <strong>${parcel.tracking ?? parcel.selfTracking}</strong></p>
    <h2>To</h2>
    ${address(parcel.to)}
    <h2>From</h2>
    ${address(parcel.from)}
    <h2>Declaration of contents</h2>
    <ul>
      ${parcel.contents.map(({ name, quantity }) => html`<li>${quantity} x ${name}</li>`)}
    </ul>
  </article>`;

const address = (party: Party): Html =>
  html`<p>
    ${party.name}<br />${party.address}, ${party.number} ${party.complement}<br />${party.district}<br />
    ${party.postalCode.replace(/(\d{5})(\d{3})/, '$1-$2')} ${party.city} ${party.stateAbbr}
  </p>`;
