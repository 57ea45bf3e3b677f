import type { Pool, PoolClient } from 'pg';
import { currentCall } from '../rpc/call.ts';
import { cancelStatement } from './cancel-statement.ts';
import { databaseRoundTrips, databaseStatements } from '../telemetry/metrics.ts';
import { beginWith } from './session-settings.ts';
import { isOutdatedPlan } from './transient-errors.ts';
import { noteRoundTrip } from '../telemetry/trace.ts';

type Query = (query: unknown, values?: unknown) => Promise<unknown>;
type Stream = { cork(): void; uncork(): void; destroy(): void };

/**
 * Saves round trips, for every transaction of a pool: `begin` and the limits of the transaction are sent with the first
 * statement, statements of one pass of the event loop are one write, and a transaction that has ended is not ended
 * again. The pool must be in pipeline mode, or statements would wait for each other's responses.
 *
 * Nothing is sent for a transaction after its end, one that PostgreSQL has rolled back is not reported as committed,
 * and the running statements of an aborted call are cancelled.
 */
export function saveRoundTrips(pool: Pool): void {
  const lent = new WeakMap<PoolClient, () => void>();
  const outdated = new WeakSet<PoolClient>();
  pool.on('connect', (client) =>
    lent.set(
      client,
      gather(client, () => outdated.add(client)),
    ),
  );
  pool.on('acquire', (client) => lent.get(client)?.());
  pool.on('release', (_error, client) => {
    if (outdated.has(client)) void client.end();
  });
}

/** The state of a connection: in `asked`, the `begin` of its transaction has not been sent yet. */
type Transaction = 'none' | 'asked' | 'open' | 'ended';

/** Returns what is to be called when the connection is checked out anew. `onOutdated` is called for statements whose plan no longer fits the tables. */
function gather(client: PoolClient, onOutdated: () => void): () => void {
  const { stream } = (client as unknown as { connection: { stream: Stream } }).connection;
  const send = cancelled(client);
  let transaction: Transaction = 'none';
  let start = 'begin';
  let isGathering = false;

  /** Buffers writes until the present pass of the event loop ends. */
  const gatherSlot = () => {
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

  /**
   * PostgreSQL undoes what a lost session leaves open, so a rollback that cannot be sent has succeeded all the same. It must not
   * reject: Kysely returns a connection to the pool after a rollback that succeeds, and never after one that fails.
   */
  const abandon = () => {
    stream.destroy();
    return done('ROLLBACK');
  };

  const query: Query = (sql, values) => {
    if (isStart(sql)) {
      transaction = 'asked';
      start = sql;
      return Promise.resolve(done('BEGIN'));
    }
    const isEnd = sql === 'commit' || sql === 'rollback';
    if (isEnd && transaction !== 'open') {
      transaction = 'ended';
      return Promise.resolve(done('COMMIT'));
    }
    if (transaction === 'ended')
      return Promise.reject(new Error('The transaction has ended: nothing more is sent for it'));
    gatherSlot();
    // A connection that rejects to begin must do nothing else either.
    if (transaction === 'asked') send(beginWith(currentCall(), start)).catch(() => stream.destroy());
    transaction = isEnd ? 'ended' : transaction === 'none' ? 'none' : 'open';
    databaseStatements.inc();
    if (sql === 'rollback') return send(sql).catch(abandon);
    const response = sql === 'commit' ? send(sql).then(mustBeCommitted) : send(sql, values);
    return response.catch((error: unknown) => {
      if (isOutdatedPlan(error)) onOutdated();
      throw error;
    });
  };
  client.query = query as unknown as PoolClient['query'];
  return () => {
    transaction = 'none';
  };
}

/** As `client.query`; when the call is aborted, its statement under way is cancelled, and nothing else is sent before that is over. */
function cancelled(client: PoolClient): Query {
  const send = client.query.bind(client) as unknown as Query;
  let underWay = 0;
  let watched: AbortSignal | undefined;
  let cancelling: Promise<void> | null = null;

  const cancel = () => {
    const over = cancelStatement(client).then(() => {
      if (cancelling === over) cancelling = null;
    });
    cancelling = over;
  };
  const forget = () => {
    underWay -= 1;
    if (underWay > 0) return;
    watched?.removeEventListener('abort', cancel);
    watched = undefined;
  };
  const sendNow: Query = (sql, values) => {
    const sent = send(sql, values);
    const signal = currentCall()?.signal;
    if (!watched && signal && !signal.aborted) {
      watched = signal;
      signal.addEventListener('abort', cancel, { once: true });
    }
    underWay += 1;
    sent.then(forget, forget);
    return sent;
  };
  return (sql, values) => (cancelling ? cancelling.then(() => sendNow(sql, values)) : sendNow(sql, values));
}

/** PostgreSQL responds so to `commit` when a statement failed and its error was swallowed. */
function mustBeCommitted(result: unknown): unknown {
  if ((result as { command: string }).command !== 'COMMIT')
    throw new Error('The transaction was rolled back: one of its statements had failed, and that was not told');
  return result;
}

/** `start transaction` has an isolation level. */
const isStart = (sql: unknown): sql is string =>
  typeof sql === 'string' && (sql === 'begin' || sql.startsWith('start transaction'));

const done = (command: string) => ({ command, rowCount: null, rows: [] });
