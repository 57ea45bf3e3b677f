import { z } from 'zod';
import { dayOrInstant, instantOf } from './order-period.ts';
import { route } from './route.ts';
import { id, listOf, pageQuery } from './schemas.ts';
import {
  ExplainedOrderJson,
  explainedOrderView,
  LedgerAccountJson,
  ledgerAccountView,
  TrialBalanceJson,
  trialBalanceView,
} from '../views/ledger.ts';
import { UnmatchedMovementJson, unmatchedMovementView } from '../views/movement.ts';

export const ledgerRoutes = [
  route({
    name: 'listLedgerAccounts',
    method: 'get',
    path: '/ledger/accounts',
    auth: 'admin',
    summary: 'The accounts of the double-entry ledger, with their balances',
    response: z.object({ accounts: z.array(LedgerAccountJson).describe('All accounts, also those without transfers') }),
    async handle({ clients }) {
      return { accounts: (await clients.ledger.listAccounts({})).accounts.map(ledgerAccountView) };
    },
  }),

  route({
    name: 'getTrialBalance',
    method: 'get',
    path: '/ledger/trial-balance',
    auth: 'admin',
    summary: 'What all accounts have at an instant: as much debited as credited',
    description: 'Of an instant less than a minute ago, transfers that were under way may still be added.',
    query: z.object({
      at: dayOrInstant.optional().describe('Before this day in São Paulo or instant; now when left out'),
    }),
    response: TrialBalanceJson,
    async handle({ query, clients }) {
      return trialBalanceView(await clients.ledger.getTrialBalance({ at: instantOf(query.at) }));
    },
  }),

  route({
    name: 'explainOrder',
    method: 'get',
    path: '/ledger/explain',
    auth: 'admin',
    summary: 'Every cent of a paid order: from where, to where, when and why',
    description: 'Responds with 404 for an order that is unknown or was never paid.',
    query: z.object({ orderId: id.describe('The order') }),
    errors: { 404: ['not_found'] },
    response: ExplainedOrderJson,
    async handle({ query, clients }) {
      return explainedOrderView(await clients.ledger.explainOrder(query));
    },
  }),

  route({
    name: 'listUnmatchedMovements',
    method: 'get',
    path: '/ledger/unmatched',
    auth: 'admin',
    summary: 'Charges, refunds and disputes that were seen at providers and have no posting, oldest first',
    description: 'Money that is not an order’s stays here until all of it went back.',
    query: z.object(pageQuery),
    response: listOf('movements', UnmatchedMovementJson),
    async handle({ query: page, clients }) {
      const { movements, total } = await clients.movements.listUnmatchedMovements({ page });
      const now = Date.now();
      return { movements: movements.map((movement) => unmatchedMovementView(movement, now)), total, ...page };
    },
  }),
];
