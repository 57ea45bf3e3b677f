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
import {
  UnmatchedMovementJson,
  unmatchedMovementView,
  UnmatchedTransferJson,
  unmatchedTransferView,
} from '../views/movement.ts';

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
    summary: 'What was seen to move at providers and has no posting, oldest first',
    description:
      'Pages have charges, refunds and disputes; money that is not an order’s stays here until all of it went back. Each has the transfers that left the account and that no payout explains, too.',
    query: z.object(pageQuery),
    response: listOf('movements', UnmatchedMovementJson).extend({
      transfers: z
        .array(UnmatchedTransferJson)
        .describe('Transfers that left the account, the oldest hundred on each page'),
      totalTransfers: z.int().describe('How many there are of those'),
    }),
    async handle({ query: page, clients }) {
      const [{ movements, total }, { transfers, total: totalTransfers }] = await Promise.all([
        clients.movements.listUnmatchedMovements({ page }),
        clients.payoutRuns.listUnmatchedTransfers({}),
      ]);
      const now = Date.now();
      return {
        movements: movements.map((movement) => unmatchedMovementView(movement, now)),
        total,
        ...page,
        transfers: transfers.map((transfer) => unmatchedTransferView(transfer, now)),
        totalTransfers,
      };
    },
  }),
];
