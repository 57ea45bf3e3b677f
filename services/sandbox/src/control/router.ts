import { json, Router, urlencoded, type ErrorRequestHandler } from 'express';
import { z } from 'zod';
import { Rejection } from '../domain/rejection.ts';
import type { Sandbox } from '../sandbox.ts';
import { chargeControls } from './charge-controls.ts';
import { grantControls } from './grant-controls.ts';
import { invoiceControls } from './invoice-controls.ts';
import { parcelControls } from './parcel-controls.ts';
import { preferenceControls } from './preference-controls.ts';
import { scriptControls } from './script-controls.ts';
import { transferControls } from './transfer-controls.ts';
import { webhookControls } from './webhook-controls.ts';

/** What no provider offers: looking behind the counter and making things happen, for tests and local development. */
export function controlRouter(sandbox: Sandbox): Router {
  const router = Router();
  router.use(json(), urlencoded({ extended: false }));
  router.use(
    chargeControls(sandbox),
    preferenceControls(sandbox),
    parcelControls(sandbox),
    transferControls(sandbox),
    invoiceControls(sandbox),
    grantControls(sandbox),
    scriptControls(sandbox),
    webhookControls(sandbox),
  );

  router.post('/reset', (_request, response) => {
    for (const script of sandbox.scripts.all()) sandbox.scripts.remove(script);
    sandbox.store.clear();
    response.json({ status: 'empty' });
  });

  router.use((_request, response) => void response.status(404).json({ error: 'no such control' }));
  router.use(controlErrors);
  return router;
}

const controlErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof z.ZodError) return void response.status(400).json({ error: z.prettifyError(error) });
  if (!(error instanceof Rejection)) return next(error);
  const status = { invalid: 400, not_found: 404, conflict: 409 }[error.kind];
  response.status(status).json({ error: error.message, code: error.code });
};
