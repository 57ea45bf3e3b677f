import { Router } from 'express';
import { parcelAbout } from '../control/parcel-controls.ts';
import { orderView } from '../melhorenvio/order-view.ts';
import { known } from '../melhorenvio/shipments.ts';
import type { Sandbox } from '../sandbox.ts';
import { html } from './html.ts';
import { indexPage } from './index-page.ts';
import { labelPage } from './label-page.ts';
import { sendPage } from './layout.ts';
import { wordsFor } from './words.ts';

/** The index, the printable labels and the public tracking page. */
export function parcelRoutes(sandbox: Sandbox): Router {
  const router = Router();

  router.get('/', (_request, response) => {
    sendPage(response, { title: 'Provider sandbox', body: indexPage(sandbox), wide: true });
  });

  router.get('/labels/:ids', (request, response) => {
    sendPage(response, { title: 'Labels (sandbox)', body: labelPage(known(sandbox, request.params.ids.split(','))) });
  });

  router.get('/track/:code', (request, response) => {
    const parcel = parcelAbout(sandbox, request.params.code);
    const { status, posted_at, delivered_at } = orderView(parcel, sandbox.publicUrl());
    const words = wordsFor(request);
    const body = html`<h1>${parcel.companyName} ${parcel.serviceName}</h1>
      <section class="card">
        <h2>${status}</h2>
        <p class="soft">${words.posted(posted_at, delivered_at)}</p>
      </section>`;
    sendPage(response, { title: `${words.tracking} (sandbox)`, words, body });
  });

  return router;
}
