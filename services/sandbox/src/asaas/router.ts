import { json, Router } from 'express';
import type { Sandbox } from '../sandbox.ts';
import { scriptedRequests } from '../scripts/scripted-requests.ts';
import { underLoad } from '../scripts/under-load.ts';
import { asaasAccess } from './access.ts';
import { customerRoutes } from './customers.ts';
import { respondWithFailure, asaasErrors } from './errors.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentCodeRoutes } from './payment-codes.ts';
import { paymentRoutes } from './payments.ts';
import { refundRoutes } from './refunds.ts';
import { statementRoutes } from './statement.ts';
import { transferRoutes } from './transfers.ts';

export function asaasRouter(sandbox: Sandbox): Router {
  const router = Router();
  router.use(json());
  router.use(underLoad(sandbox, 'asaas', respondWithFailure));
  router.use(scriptedRequests(sandbox.scripts, respondWithFailure));
  router.use(asaasAccess(sandbox.config.asaas.apiKey));
  router.use(customerRoutes(sandbox), paymentRoutes(sandbox), paymentCodeRoutes(sandbox), refundRoutes(sandbox));
  router.use(statementRoutes(sandbox), transferRoutes(sandbox), invoiceRoutes(sandbox));
  router.use((_request, response) => void response.status(404).end());
  router.use(asaasErrors);
  return router;
}
