import { DomainError } from '@estampa/kernel/errors';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { recordAudit } from '@estampa/kit/service/audit';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { RefundRow } from '../../db/tables/refund.ts';
import { orders } from '../../db/order-repository.ts';
import { giveUp, settleByHand } from '../../domain/end-refund.ts';
import { orderChanged } from '../orders/order-changed.ts';
import { lockRefund, type NamedRefund } from './retry-refund.ts';

type Ending = NamedRefund & { note: string };

/** Records a refund that a person made outside of the provider. */
export const settleRefund = (context: Context, ending: Ending): TransactionBody<RefundRow> =>
  endByHand(context, ending, settleByHand);

/** Ends a refund whose payer does not enter where the money goes. */
export const giveUpRefund = (context: Context, ending: Ending): TransactionBody<RefundRow> =>
  endByHand(context, ending, (ledger, refund, { note }) => giveUp(ledger, refund, note));

function endByHand(context: Context, { note, ...named }: Ending, end: typeof settleByHand): TransactionBody<RefundRow> {
  mustReachAll(context.caller);
  if (note.trim() === '') throw new DomainError('invalid', 'validation_failed', 'A note has to say what was done');
  return async (tx) => {
    const { locked, refund } = await lockRefund(tx, named);
    const now = context.now();
    const { event } = end(locked, refund, { note, now });
    const order = orderChanged(tx, event, locked, now);
    orders.save(tx, { order, payments: locked.payments, refunds: [refund] });
    const changes = [{ field: 'endedByHand', before: null, after: refund.endedByHand }];
    recordAudit(tx, { action: 'refund_ended_by_hand', subject: `refund:${refund.id}`, changes });
    return refund;
  };
}
