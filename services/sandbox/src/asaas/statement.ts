import { Router } from 'express';
import { z } from 'zod';
import { localDate } from '../domain/local-time.ts';
import { statementOf } from '../domain/statement.ts';
import type { Sandbox } from '../sandbox.ts';
import { listOf } from './list.ts';

const Search = z.object({
  startDate: z.iso.date().optional(),
  finishDate: z.iso.date().optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
});

/** What moved the account's balance; a movement names its payment where it has one. */
export function statementRoutes(sandbox: Sandbox): Router {
  const router = Router();

  router.get('/financialTransactions', (request, response) => {
    const { startDate = '', finishDate = '9', order } = Search.parse(request.query);
    const { asaasPixReversalType: pixReversal } = sandbox.settings;
    const { charges, transfers } = sandbox.store;
    const moved = { charges: charges.all(), transfers: transfers.all() };
    const found = statementOf(moved, { from: startDate, to: finishDate, pixReversal });
    response.json(listOf(order === 'asc' ? found : found.toReversed(), request.query, view));
  });

  return router;
}

const view = ({
  type,
  at,
  valueCents,
  balanceCents,
  paymentId,
  transferId,
  description,
}: ReturnType<typeof statementOf>[number]) => ({
  object: 'financialTransaction',
  id: `ftn_${paymentId ?? transferId}_${type}_${Date.parse(at)}`,
  value: valueCents / 100,
  balance: balanceCents / 100,
  type,
  date: localDate(at),
  description,
  paymentId,
  splitId: null,
  transferId,
  anticipationId: null,
  billId: null,
  invoiceId: null,
});
