import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';

export type NamedQuery = { name: string; text: string; values: readonly unknown[]; types: typeof pg.types };
export type Rows = Record<string, unknown>[];
type Query = NamedQuery | string;
type Answer = PromiseSettledResult<{ rows: Rows }>;
type Connection = { executeQuery(query: object): Promise<{ rows: Rows }> };
type Provider = { getExecutor(): { provideConnection<T>(use: (connection: Connection) => Promise<T>): Promise<T> } };

/**
 * Sends queries in one write and waits for all answers. The query builder below MikroORM hands `sql` to the driver as it is,
 * and the driver takes a named query in its place.
 */
export async function sendTogether(em: EntityManager, queries: readonly Query[]): Promise<Rows[]> {
  const transaction = em.getTransactionContext<Provider>();
  const answers = transaction
    ? await sendWithTurn(transaction, queries)
    : await (em.getConnection().getClient() as unknown as Provider)
        .getExecutor()
        .provideConnection((connection) => send(connection, queries));
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value.rows;
  });
}

/** The first that fails says why for all after it: their own failure says only that the transaction has failed. */
async function send(connection: Connection, queries: readonly Query[]): Promise<Answer[]> {
  const answers = await Promise.allSettled(
    queries.map((sql) => connection.executeQuery({ sql, queryId: { queryId: nameOf(sql) } })),
  );
  const failure = answers.find(({ status }) => status === 'rejected');
  return failure ? answers.map((answer) => (answer.status === 'rejected' ? failure : answer)) : answers;
}

const nameOf = (query: Query): string => (typeof query === 'string' ? query : query.name);

/** What is asked of one transaction until its connection is free and the turn of the event loop ends. */
type Turn = { queries: Query[]; answers: Promise<Answer[]> };

const turns = new WeakMap<Provider, Turn>();

/**
 * The connection of a transaction is lent to one at a time, so of several who ask at once each would wait for the answer to the one
 * before: they ask as one.
 */
async function sendWithTurn(transaction: Provider, queries: readonly Query[]): Promise<Answer[]> {
  const turn = turns.get(transaction) ?? beginTurn(transaction);
  const first = turn.queries.length;
  turn.queries.push(...queries);
  return (await turn.answers).slice(first, first + queries.length);
}

function beginTurn(transaction: Provider): Turn {
  const queries: Query[] = [];
  const answers = transaction.getExecutor().provideConnection(async (connection) => {
    await new Promise<void>((resolve) => process.nextTick(resolve));
    turns.delete(transaction);
    return send(connection, queries);
  });
  const turn = { queries, answers };
  turns.set(transaction, turn);
  return turn;
}
