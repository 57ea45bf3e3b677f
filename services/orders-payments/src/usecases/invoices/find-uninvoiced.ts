import type { Position } from '@estampa/kernel/cursor';
import { LOWEST_ID, newId } from '@estampa/kernel/ids';
import { transact } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { invoices } from '../../db/invoice-repository.ts';
import { newInvoice } from '../../domain/invoice.ts';

/**
 * Stores the first invoices of orders that were paid since invoices are issued and have none. Milestones tell of new ones; they are
 * pruned after a while, and of orders that were paid before there were any they tell nothing.
 */
export async function findUninvoiced(
  { em, now, fiscal, log }: Pick<Context, 'em' | 'now' | 'fiscal' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  if (!fiscal) return;
  const { since } = fiscal;
  let position: Position = { at: since.toISOString(), id: LOWEST_ID };
  for (let read = invoices.ordersAtOnce; read === invoices.ordersAtOnce && !signal.aborted;) {
    const orders = await invoices.findChanged(em, since, position);
    const first = orders
      .filter(({ isUninvoiced }) => isUninvoiced)
      .map(({ id: orderId, totalCents: valueCents }) => ({
        ...newInvoice({ id: newId(), orderId, place: 1, valueCents, createdAt: now() }),
        // The issuer may have it where a restored database lost the row: it is asked first.
        requestedAt: since,
      }));
    if (first.length > 0) {
      await transact(em.fork(), (tx) => invoices.insertFirst(tx, first));
      log.info({ count: first.length }, 'orders that had no invoice');
    }
    position = orders.at(-1) ?? position;
    read = orders.length;
  }
}
