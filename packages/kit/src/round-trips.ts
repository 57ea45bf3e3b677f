import type { Pool, PoolClient } from 'pg';
import { databaseRoundTrips, databaseStatements } from './metrics.ts';
import { noteRoundTrip } from './trace.ts';

type Query = (query: unknown, values?: unknown) => Promise<unknown>;
type Stream = { cork(): void; uncork(): void; destroy(): void };

/**
 * Saves round trips, for every transaction of a pool: `begin` goes out together with the first statement, statements that are
 * asked for in one turn of the event loop go out in one write, and a transaction that has ended is not ended again. The pool
 * must be in pipeline mode, or statements would wait for each other's answers.
 */
export function saveRoundTrips(pool: Pool): void {
  pool.on('connect', gather);
}

/** What stands open on a connection: `asked` is a transaction that PostgreSQL has not been told of yet. */
type Transaction = 'none' | 'asked' | 'open';

function gather(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Stream } }).connection;
  const send = client.query.bind(client) as unknown as Query;
  let transaction: Transaction = 'none';
  let isGathering = false;

  /** Holds back what is written until the present turn of the event loop ends. */
  const gatherTurn = () => {
    if (isGathering) return;
    isGathering = true;
    databaseRoundTrips.inc();
    noteRoundTrip();
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };

  const query: Query = (sql, values) => {
    if (sql === 'begin') {
      transaction = 'asked';
      return Promise.resolve(done('BEGIN'));
    }
    const isEnd = sql === 'commit' || sql === 'rollback';
    if (isEnd && transaction !== 'open') {
      transaction = 'none';
      return Promise.resolve(done('COMMIT'));
    }
    gatherTurn();
    // A connection that refuses to begin must do nothing else either.
    if (transaction === 'asked') send('begin').catch(() => stream.destroy());
    transaction = isEnd ? 'none' : transaction === 'none' && !isStart(sql) ? 'none' : 'open';
    databaseStatements.inc();
    return send(sql, values);
  };
  client.query = query as unknown as PoolClient['query'];
}

/** With settings of its own: sent at once. */
const isStart = (sql: unknown): boolean => typeof sql === 'string' && sql.startsWith('start transaction');

const done = (command: string) => ({ command, rowCount: null, rows: [] });
