import express, { type ErrorRequestHandler, type Express } from 'express';
import { z } from 'zod';
import { asaasRouter } from './asaas/router.ts';
import { controlRouter } from './control/router.ts';
import { Rejection } from './domain/rejection.ts';
import { melhorEnvioRouter } from './melhorenvio/router.ts';
import { mercadoPagoRouter } from './mercadopago/router.ts';
import { html } from './pages/html.ts';
import { sendPage } from './pages/layout.ts';
import { checkoutRoutes } from './pages/checkout-routes.ts';
import { parcelRoutes } from './pages/parcel-routes.ts';
import { payRoutes } from './pages/pay-routes.ts';
import { returnRoutes } from './pages/return-routes.ts';
import type { Sandbox } from './sandbox.ts';

export function createApp(sandbox: Sandbox): Express {
  const app = express();
  app.disable('x-powered-by');

  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.use('/asaas/v3', asaasRouter(sandbox));
  app.use('/mercadopago', mercadoPagoRouter(sandbox));
  app.use('/melhorenvio', melhorEnvioRouter(sandbox));
  app.use('/_control', controlRouter(sandbox));
  app.use(payRoutes(sandbox), checkoutRoutes(sandbox), parcelRoutes(sandbox), returnRoutes(sandbox));
  app.use((_request, response) => sendProblem(response, 404, 'There is no such page'));
  app.use(pageErrors(sandbox));
  return app;
}

const STATUS = { invalid: 400, not_found: 404, conflict: 409 } as const;

function pageErrors({ logger }: Sandbox): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof Rejection) return sendProblem(response, STATUS[error.kind], error.message);
    if (error instanceof z.ZodError) return sendProblem(response, 400, z.prettifyError(error));
    const status = typeof error?.status === 'number' && error.status < 500 ? error.status : 500;
    if (status === 500) logger.error({ error, method: request.method, path: request.path }, 'request failed');
    sendProblem(response, status, status === 500 ? 'Something went wrong in the sandbox' : 'The request is malformed');
  };
}

const sendProblem = (response: express.Response, status: number, message: string): void =>
  sendPage(response, { title: 'Sandbox', status, body: html`<h1>${message}</h1>` });
