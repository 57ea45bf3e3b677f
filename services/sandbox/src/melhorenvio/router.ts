import { json, Router } from 'express';
import type { Sandbox } from '../sandbox.ts';
import { scriptedRequests } from '../scripts/scripted-requests.ts';
import { underLoad } from '../scripts/under-load.ts';
import { melhorEnvioAccess } from './access.ts';
import { cartRoutes } from './cart.ts';
import { respondWithFailure, melhorEnvioErrors } from './errors.ts';
import { orderRoutes } from './orders.ts';
import { quoteRoutes } from './quotes.ts';
import { shipmentRoutes } from './shipments.ts';
import { tokenRoutes } from './tokens.ts';

export function melhorEnvioRouter(sandbox: Sandbox): Router {
  const router = Router();
  router.use(json());
  router.use(underLoad(sandbox, 'melhorenvio', respondWithFailure));
  router.use(scriptedRequests(sandbox.scripts, respondWithFailure));
  router.use(tokenRoutes(sandbox));
  router.use(melhorEnvioAccess(sandbox));
  router.use('/api/v2/me', quoteRoutes(), cartRoutes(sandbox), shipmentRoutes(sandbox), orderRoutes(sandbox));
  router.use((_request, response) => void response.status(404).json({ message: 'Not Found' }));
  router.use(melhorEnvioErrors);
  return router;
}
