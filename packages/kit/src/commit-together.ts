import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql';
import { type NamedQuery, sendTogether } from './send-together.ts';

/** Asked for when the transaction commits, or null when there is nothing to write. */
export type LateWrite = () => NamedQuery | null;

const late = new WeakMap<object, (NamedQuery | LateWrite)[]>();

/** A write that goes out with the commit of the transaction. */
export function addLate(tx: EntityManager, write: NamedQuery | LateWrite): void {
  const transaction = tx.getTransactionContext<object>();
  if (!transaction) throw new Error('a late write needs a transaction');
  const writes = late.get(transaction);
  if (writes) writes.push(write);
  else late.set(transaction, [write]);
}

/** Whatever was left for the end and the commit itself are one round trip: should one fail, nothing is committed. */
export class CommitTogether implements EventSubscriber {
  async beforeTransactionCommit({ em }: TransactionEventArgs): Promise<void> {
    const tx = em as EntityManager;
    const transaction = tx.getTransactionContext<object>();
    const writes = (transaction && late.get(transaction)) ?? [];
    const queries = writes.flatMap((write) => (typeof write === 'function' ? write() : write) ?? []);
    if (queries.length === 0) return;
    late.delete(transaction!);
    const isInner = 'savepointName' in transaction!;
    await sendTogether(tx, isInner ? queries : [...queries, 'commit']);
  }
}
