import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql';
import type { LocalRelay } from '../events/local-relay.ts';
import type { EventReference } from '../rpc/call.ts';
import {
  type NamedQuery,
  type Provider,
  type Query,
  type Reads,
  type Response,
  type Rows,
  rowsOf,
  send,
} from './queries.ts';

/** Called when the transaction commits; null when there is nothing to write. */
export type LateWrite = () => NamedQuery | null;

/** An event that a transaction publishes. */
export type Declared = EventReference & {
  key: string;
  type: string;
  payload: string;
  requestId: string;
  traceparent: string | null;
};

/** The queries of one transaction that wait for its connection and the end of this pass of the event loop. */
type Slot = { queries: Query[]; responses: Promise<Response[]> };

/** All that one transaction has taken on beside its rows, and its end. */
export class Transaction {
  readonly declared: Declared[] = [];
  /** Of the database: publishes what is declared. */
  readonly relay: LocalRelay;
  /** Events that it applies of which work is left for others. */
  readonly unfinished = new Set<string>();
  readonly #connection: Provider;
  #onCommit: (NamedQuery | LateWrite)[] = [];
  #slot: Slot | null = null;
  #hasEnded = false;

  constructor(connection: Provider, relay: LocalRelay) {
    this.#connection = connection;
    this.relay = relay;
  }

  /**
   * The connection serves one request at a time, so of several at once each would wait for the response to the one before:
   * they go out as one.
   */
  request(queries: readonly Query[]): Promise<Response[]> {
    this.mustGoOn();
    return this.#request(queries);
  }

  /** A write that goes out with the commit. */
  onCommit(write: NamedQuery | LateWrite): void {
    this.mustGoOn();
    this.#onCommit.push(write);
  }

  mustGoOn(): void {
    if (this.#hasEnded) throw new Error('The transaction has ended: it takes no more statements');
  }

  /** All writes of `onCommit` and the commit itself are one round trip: should one fail, nothing is committed. */
  async commit(): Promise<void> {
    const queries = this.#onCommit.flatMap((write) => (typeof write === 'function' ? write() : write) ?? []);
    this.#hasEnded = true;
    if (queries.length === 0) return;
    const isInner = 'savepointName' in this.#connection;
    rowsOf(await this.#request(isInner ? queries : [...queries, 'commit']));
  }

  rollBack(): void {
    this.#hasEnded = true;
  }

  async #request(queries: readonly Query[]): Promise<Response[]> {
    const slot = (this.#slot ??= this.#beginSlot());
    const first = slot.queries.length;
    slot.queries.push(...queries);
    return (await slot.responses).slice(first, first + queries.length);
  }

  #beginSlot(): Slot {
    const queries: Query[] = [];
    const responses = this.#connection.getExecutor().provideConnection(async (connection) => {
      await new Promise<void>((resolve) => process.nextTick(resolve));
      this.#slot = null;
      return send(connection, queries);
    });
    return { queries, responses };
  }
}

/** MikroORM's own object for a transaction, which every entity manager that works in it hands on, with ours as a field. */
type Context = Provider & { taken?: Transaction };

/** The transaction under way. Throws outside of any. */
export function transactionOf(em: EntityManager): Transaction {
  const transaction = ifInTransaction(em);
  if (!transaction) throw new Error('This needs a transaction');
  return transaction;
}

/** The same, or null outside of any. */
export const ifInTransaction = (em: EntityManager): Transaction | null =>
  em.getTransactionContext<Context>()?.taken ?? null;

/** Sends queries in one write, in the transaction under way or outside of any, and waits for all responses. */
export async function sendPipelined(em: Reads, queries: readonly Query[]): Promise<Rows[]> {
  if ('sendReads' in em) return em.sendReads(queries);
  const transaction = ifInTransaction(em);
  if (transaction) return rowsOf(await transaction.request(queries));
  const pool = em.getConnection().getClient() as unknown as Provider;
  return rowsOf(await pool.getExecutor().provideConnection((connection) => send(connection, queries)));
}

/** Gives each transaction of MikroORM its `Transaction`, and ends it as that says. */
export class TransactionLifecycle implements EventSubscriber {
  readonly #relay: LocalRelay;

  constructor(relay: LocalRelay) {
    this.#relay = relay;
  }

  afterTransactionStart({ transaction }: TransactionEventArgs): void {
    const context = transaction as Context;
    context.taken = new Transaction(context, this.#relay);
  }

  async beforeTransactionCommit({ em }: TransactionEventArgs): Promise<void> {
    await transactionOf(em as EntityManager).commit();
  }

  beforeTransactionRollback({ em }: TransactionEventArgs): void {
    transactionOf(em as EntityManager).rollBack();
  }
}
