import { json, Router } from 'express';
import type { Sandbox } from '../sandbox.ts';
import { scriptedRequests } from '../scripts/scripted-requests.ts';
import { underLoad } from '../scripts/under-load.ts';
import { mercadoPagoAccess } from './access.ts';
import { respondWithError, respondWithFailure, mercadoPagoErrors } from './errors.ts';
import { paymentRoutes } from './payments.ts';
import { preferenceRoutes } from './preferences.ts';

export function mercadoPagoRouter(sandbox: Sandbox): Router {
  const router = Router();
  router.use(json());
  router.use(underLoad(sandbox, 'mercadopago', respondWithFailure));
  router.use(scriptedRequests(sandbox.scripts, respondWithFailure));
  router.use(mercadoPagoAccess(sandbox.config.mercadopago.accessToken));
  router.use(preferenceRoutes(sandbox), paymentRoutes(sandbox));
  router.use((_request, response) =>
    respondWithError(response, 404, { error: 'not_found', message: 'no such resource' }),
  );
  router.use(mercadoPagoErrors);
  return router;
}
