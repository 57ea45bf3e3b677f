import { Router } from 'express';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { html } from './html.ts';
import { sendPage } from './layout.ts';

const Return = z.object({ orderId: z.string().default('') });

/** Where a buyer lands after paying while no shop front runs: it says what a shop would do next. */
export function returnRoutes(sandbox: Sandbox): Router {
  const router = Router();

  router.get('/return', (request, response) => {
    const { orderId } = Return.parse(request.query);
    const body = html`<h1>Back in the shop</h1>
      <section class="card">
        <p>A shop front would show the order now. Its state is what the shop's own API says, not this redirect:</p>
        <p><code>GET /orders/${orderId}</code></p>
      </section>
      <p><a href="${sandbox.publicUrl()}/">All charges and parcels</a></p>`;
    sendPage(response, { title: 'Back in the shop (sandbox)', body });
  });

  return router;
}
