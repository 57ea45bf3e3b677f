import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';

export type NamedQuery = { name: string; text: string; values: readonly unknown[]; types: typeof pg.types };
export type Rows = Record<string, unknown>[];
type Connection = { executeQuery(query: object): Promise<{ rows: Rows }> };
type Provider = { getExecutor(): { provideConnection<T>(use: (connection: Connection) => Promise<T>): Promise<T> } };

/**
 * Sends queries in one write and waits for all answers. The query builder below MikroORM hands `sql` to the driver as it is,
 * and the driver takes a named query in its place.
 */
export async function sendTogether(em: EntityManager, queries: readonly (NamedQuery | string)[]): Promise<Rows[]> {
  const provider = (em.getTransactionContext() ?? em.getConnection().getClient()) as unknown as Provider;
  const answers = await provider.getExecutor().provideConnection((connection) =>
    // The first that fails says why; those after it only say that the transaction has failed.
    Promise.allSettled(queries.map((sql) => connection.executeQuery({ sql, queryId: { queryId: nameOf(sql) } }))),
  );
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value.rows;
  });
}

const nameOf = (query: NamedQuery | string): string => (typeof query === 'string' ? query : query.name);
