import { Router } from 'express';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { html } from './html.ts';
import { sendPage } from './layout.ts';
import { wordsFor } from './words.ts';

const Return = z.object({ orderId: z.string().default('') });

/** Where a buyer lands after paying while no shop front runs: it says what a shop would do next. */
export function returnRoutes(sandbox: Sandbox): Router {
  const router = Router();

  router.get('/return', (request, response) => {
    const { orderId } = Return.parse(request.query);
    const words = wordsFor(request);
    const body = html`<h1>${words.back}</h1>
      <section class="card">
        <p>${words.backHow}</p>
        <p><code>GET /orders/${orderId}</code></p>
      </section>
      <p><a href="${sandbox.publicUrl()}/">${words.everything}</a></p>`;
    sendPage(response, { title: `${words.back} (sandbox)`, words, body });
  });

  return router;
}
