import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';

export type NamedQuery = { name: string; text: string; values: readonly unknown[]; types: typeof pg.types };
export type Rows = Record<string, unknown>[];
export type Query = NamedQuery | string;
export type Response = PromiseSettledResult<{ rows: Rows }>;
/**
 * Where statements that only read are sent: the primary, in the transaction under way if there is one, or the reads of one call, of which a
 * replica serves those that it may.
 */
export type Reads = EntityManager | { sendReads(queries: readonly Query[]): Promise<Rows[]> };

type Connection = { executeQuery(query: object): Promise<{ rows: Rows }> };
/** A source of connections, below MikroORM: the pool, or a transaction, which hands out its only one to one query at a time. */
export type Provider = {
  getExecutor(): { provideConnection<T>(use: (connection: Connection) => Promise<T>): Promise<T> };
};

/**
 * Sends queries in one write and waits for all responses. The first error is the reason for all after it: their own errors say
 * only that the transaction has failed. The query builder below MikroORM hands `sql` to the driver as it is, and the driver takes
 * a named query in its place.
 */
export async function send(connection: Connection, queries: readonly Query[]): Promise<Response[]> {
  const responses = await Promise.allSettled(
    queries.map((sql) => connection.executeQuery({ sql, queryId: { queryId: nameOf(sql) } })),
  );
  const failure = responses.find(({ status }) => status === 'rejected');
  return failure ? responses.map((response) => (response.status === 'rejected' ? failure : response)) : responses;
}

export const rowsOf = (responses: readonly Response[]): Rows[] =>
  responses.map((response) => {
    if (response.status === 'rejected') throw response.reason;
    return response.value.rows;
  });

const nameOf = (query: Query): string => (typeof query === 'string' ? query : query.name);
