import { notFound, wrongState } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../../context.ts';
import { invoices, type ListedInvoice } from '../../db/invoice-repository.ts';

/** Has one that was rejected sent again, or cancelled again, since a person corrected the reason. */
export function retryInvoice(context: Context, { id }: { id: string }): TransactionBody<ListedInvoice> {
  mustReachAll(context.caller);
  if (!isUuid(id)) throw notFound('invoice', id);
  return async (tx) => {
    const found = await invoices.lock(tx, id);
    if (!found) throw notFound('invoice', id);
    const { invoice } = found;
    if (invoice.status !== 'rejected' && invoice.status !== 'cancellation_denied')
      throw wrongState(`The invoice is ${invoice.status}: nothing has to be tried again`);
    await invoices.saveRetried(tx, id, context.now());
    recordAudit(tx, { action: 'invoice_retried', subject: `invoice:${id}` });
    context.wake('continue-invoices');
    return found;
  };
}
