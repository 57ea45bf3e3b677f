import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql';
import type { EventReference } from '../rpc/call.ts';
import { type Response, type NamedQuery, type Provider, type Query, type Rows, rowsOf, send } from './queries.ts';

/** Asked for when the transaction commits, or null when there is nothing to write. */
export type LateWrite = () => NamedQuery | null;

/** An event that a transaction publishes. */
export type Declared = EventReference & {
  key: string;
  type: string;
  payload: string;
  requestId: string;
  traceparent: string | null;
};

/** What is asked of one transaction until its connection is free and the turn of the event loop ends. */
type Slot = { queries: Query[]; responses: Promise<Response[]> };

/** All that one transaction has taken on beside its rows, and its end. */
export class Tx {
  readonly declared: Declared[] = [];
  /** Events that it applies of which work is left for others. */
  readonly unfinished = new Set<string>();
  readonly #transaction: Provider;
  #late: (NamedQuery | LateWrite)[] = [];
  #turn: Slot | null = null;
  #hasEnded = false;

  constructor(transaction: Provider) {
    this.#transaction = transaction;
  }

  /**
   * The connection is lent to one at a time, so of several who ask at once each would wait for the response to the one before: they
   * ask as one.
   */
  request(queries: readonly Query[]): Promise<Response[]> {
    this.mustGoOn();
    return this.#request(queries);
  }

  /** A write that goes out with the commit. */
  onCommit(write: NamedQuery | LateWrite): void {
    this.mustGoOn();
    this.#late.push(write);
  }

  mustGoOn(): void {
    if (this.#hasEnded) throw new Error('The transaction has ended: nothing can be asked of it any more');
  }

  /** Whatever was left for the end and the commit itself are one round trip: should one fail, nothing is committed. */
  async commit(): Promise<void> {
    const queries = this.#late.flatMap((write) => (typeof write === 'function' ? write() : write) ?? []);
    this.#hasEnded = true;
    if (queries.length === 0) return;
    const isInner = 'savepointName' in this.#transaction;
    rowsOf(await this.#request(isInner ? queries : [...queries, 'commit']));
  }

  rollBack(): void {
    this.#hasEnded = true;
  }

  async #request(queries: readonly Query[]): Promise<Response[]> {
    const turn = (this.#turn ??= this.#beginSlot());
    const first = turn.queries.length;
    turn.queries.push(...queries);
    return (await turn.responses).slice(first, first + queries.length);
  }

  #beginSlot(): Slot {
    const queries: Query[] = [];
    const responses = this.#transaction.getExecutor().provideConnection(async (connection) => {
      await new Promise<void>((resolve) => process.nextTick(resolve));
      this.#turn = null;
      return send(connection, queries);
    });
    return { queries, responses };
  }
}

const known = new WeakMap<Provider, Tx>();

/** The transaction under way. */
export function txOf(em: EntityManager): Tx {
  const tx = ifInTx(em);
  if (!tx) throw new Error('This needs a transaction');
  return tx;
}

/** The same, or null outside of any. */
export function ifInTx(em: EntityManager): Tx | null {
  const transaction = em.getTransactionContext<Provider>();
  if (!transaction) return null;
  const tx = known.get(transaction) ?? new Tx(transaction);
  known.set(transaction, tx);
  return tx;
}

/** Sends queries in one write, in the transaction under way or outside of any, and waits for all answers. */
export async function sendPipelined(em: EntityManager, queries: readonly Query[]): Promise<Rows[]> {
  const tx = ifInTx(em);
  if (tx) return rowsOf(await tx.request(queries));
  const pool = em.getConnection().getClient() as unknown as Provider;
  return rowsOf(await pool.getExecutor().provideConnection((connection) => send(connection, queries)));
}

/** Ends each transaction as its `Tx` says. */
export class EndBatch implements EventSubscriber {
  async beforeTransactionCommit({ em }: TransactionEventArgs): Promise<void> {
    await txOf(em as EntityManager).commit();
  }

  beforeTransactionRollback({ em }: TransactionEventArgs): void {
    txOf(em as EntityManager).rollBack();
  }
}
