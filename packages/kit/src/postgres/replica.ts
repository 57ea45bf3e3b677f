import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { type Call, currentCall } from '../rpc/call.ts';
import { sqlStateOf } from '../telemetry/error-fields.ts';
import type { Log } from '../telemetry/log.ts';
import { replicaReads } from '../telemetry/metrics.ts';
import type { PostgresAddress } from './address.ts';
import { boolean, text } from './columns.ts';
import type { Orm } from './connect.ts';
import { type Query, type Reads, type Rows, rowsOf, send } from './queries.ts';
import { ReplicaRests } from './replica-rests.ts';
import { saveRoundTrips } from './round-trips.ts';
import { readSessionOptions } from './session-settings.ts';
import { statement } from './statement.ts';
import { isQueryCanceled } from './transient-errors.ts';
import { sendPipelined } from './transaction.ts';

/** For a connection, and again for the response; then the primary still has time to respond. */
const DEADLINE_MS = 1_000;
/** Then a connection ends, so that replicas which came since get their share. */
const CONNECTION_LIFE_S = 300;
const LOG_EVERY_MS = 60_000;

/**
 * Which server it is, which history of it, and which database: a server that was restored from a backup has the identifier of the one that it
 * replaces. Positions of another one would say nothing.
 */
const IDENTITY = statement(
  `select concat_ws('/', system_identifier, timeline_id, current_database()) as name
   from pg_control_system(), pg_control_checkpoint()`,
  { name: text },
);

/** How far the server has come, and whether that suffices. One that is no standby has come as far as it can. */
const PLACE = statement(
  `with server as materialized (
     select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end as position
   )
   select position::text as position, position >= $1::pg_lsn as "isReached" from server`,
  { position: text, isReached: boolean },
);

type Found = { position: string; rows: Rows[] };
type Options = { orm: Orm; poolMax: number; log: Pick<Log, 'warn'> };

/**
 * Standbys of the database, which serve reads of calls that name a position in its log: the check whether a standby has come so far is
 * the first statement of the same round trip. Whatever it fails with, the primary responds.
 */
export class Replica implements AsyncDisposable {
  readonly #pool: pg.Pool;
  /** That of the primary, which may have changed by a failover. */
  readonly #identify: () => Promise<string>;
  #identity: string;
  readonly #log: Options['log'];
  readonly #rests = new ReplicaRests();
  readonly #identified = new WeakSet<pg.PoolClient>();
  #loggedAt = -Infinity;

  /** `identity`: of the primary at this time. */
  constructor({ url, ssl }: PostgresAddress, identity: string, { orm, poolMax, log }: Options) {
    const options = {
      ...readSessionOptions(),
      connectionString: url,
      ssl,
      max: poolMax,
      connectionTimeoutMillis: DEADLINE_MS,
      maxLifetimeSeconds: CONNECTION_LIFE_S,
      application_name: 'estampa-reads',
      pipeline: true,
    };
    this.#pool = new pg.Pool(options);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#pool.on('error', () => undefined);
    saveRoundTrips(this.#pool);
    [this.#identity, this.#log] = [identity, log];
    this.#identify = () => identityOf(orm);
  }

  /** Those of one call. */
  readsFor(em: EntityManager, { readPosition }: Pick<Call, 'readPosition'>): Reads {
    return readPosition === null ? em : new ReplicaReads(this, em, readPosition);
  }

  /** Null where the primary has to respond. */
  async read(position: string, queries: readonly Query[]): Promise<Found | null> {
    const { max } = this.#pool.options;
    if (this.#pool.waitingCount >= max) return none('full');
    const attempt = this.#rests.begin();
    if (!attempt) return none('resting');
    try {
      const found = await this.#request(position, queries);
      attempt.end(found ? 'reached' : 'behind');
      if (!found) return none('behind');
      replicaReads.inc({ outcome: 'replica' });
      return found;
    } catch (error) {
      const isOver = currentCall()?.signal?.aborted || isQueryCanceled(error);
      attempt.end(isOver ? 'unknown' : isConflict(error) ? 'conflict' : 'away');
      if (isOver) throw error;
      this.#report(error);
      return none('failed');
    }
  }

  async #request(position: string, queries: readonly Query[]): Promise<Found | null> {
    const client = await this.#pool.connect();
    let isBroken = true;
    try {
      const isKnown = this.#identified.has(client);
      const first = [...(isKnown ? [] : [IDENTITY.with().query]), PLACE.with(position).query];
      const rows = await inTime(send(connectionOf(client), [...first, ...queries]).then(rowsOf));
      if (!isKnown) await this.#mustFit(client, rows.shift()!);
      const [place] = rows.shift()!.map(PLACE.with(position).decode);
      isBroken = false;
      return place!.isReached ? { position: place!.position, rows } : null;
    } catch (error) {
      isBroken = !isQueryCanceled(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  async #mustFit(client: pg.PoolClient, rows: Rows): Promise<void> {
    const [found] = rows.map(IDENTITY.with().decode);
    if (found!.name !== this.#identity) this.#identity = await this.#identify();
    if (found!.name !== this.#identity) throw new Misfit();
    this.#identified.add(client);
  }

  #report(error: unknown): void {
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#log.warn({ err: error }, 'a read from the replica failed, the primary responds');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }
}

/** Rejects while the primary cannot be reached; the replica need not be up. */
export const connectReplica = async (address: PostgresAddress, options: Options): Promise<Replica> =>
  new Replica(address, await identityOf(options.orm), options);

const identityOf = async (orm: Orm): Promise<string> => (await IDENTITY.first(orm.em.fork(), []))!.name;

/**
 * None goes back behind the one before: each has to be as far as that was, and after the primary has responded once it responds to the
 * rest.
 */
class ReplicaReads {
  readonly #replica: Replica;
  readonly #em: EntityManager;
  #position: string | null;

  constructor(replica: Replica, em: EntityManager, position: string) {
    [this.#replica, this.#em, this.#position] = [replica, em, position];
  }

  async sendReads(queries: readonly Query[]): Promise<Rows[]> {
    const found = this.#position === null ? null : await this.#replica.read(this.#position, queries);
    this.#position = found?.position ?? null;
    return found?.rows ?? sendPipelined(this.#em, queries);
  }
}

/** What is read stood in the way of what the replica had to take over; PostgreSQL ends the statement, or the session. */
const isConflict = (error: unknown): boolean => sqlStateOf(error) === '40001';

/** The address leads to another database. */
class Misfit extends Error {
  constructor() {
    super(
      'DATABASE_READ_URL is not a replica of DATABASE_URL: it is another server, one before or after a failover, or another database',
    );
  }
}

/** What hangs counts as away. */
async function inTime<T>(response: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(Object.assign(new Error('The replica did not respond in time'), { code: 'ETIMEDOUT' }));
  const timer = setTimeout(late, DEADLINE_MS);
  try {
    return await Promise.race([response, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** As MikroORM's connections take queries. */
const connectionOf = (client: pg.PoolClient) => ({
  executeQuery: ({ sql }: { sql?: Query }) => client.query(sql as string) as Promise<{ rows: Rows }>,
});

function none(outcome: string): null {
  replicaReads.inc({ outcome });
  return null;
}
