import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../context.ts';
import { ledgerTransfers } from '../db/ledger-repository.ts';
import type { LedgerTransferRow } from '../db/tables/ledger-transfer.ts';
import { type AccountBalance, balancesBy } from '../domain/account-balances.ts';
import { unknownOf } from '../domain/order-transfers.ts';
import type { Account } from '../domain/transfer.ts';
import { knownOf } from './post-orders.ts';

type ExplainedOrder = {
  orderId: string;
  transfers: LedgerTransferRow[];
  accounts: AccountBalance[];
  incompleteAccounts: Account[];
};

/** Every cent that an order moved, and which accounts lack something of it. */
export async function explainOrder({ em, caller }: Context, orderId: string): Promise<ExplainedOrder> {
  mustReachAll(caller);
  const [transfers, [order]] = isUuid(orderId)
    ? await Promise.all([ledgerTransfers.findOfOrder(em, orderId), ledgerTransfers.findOrders(em, [orderId])])
    : [[], []];
  if (!order || order.items.length === 0) throw notFound('order', orderId);
  return { orderId, transfers, accounts: balancesBy(transfers), incompleteAccounts: unknownOf(knownOf(order)) };
}
