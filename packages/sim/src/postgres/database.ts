import pg from 'pg';
import { Backend } from './backend.ts';

const { setTimeout: after } = globalThis;

/** A statement that is not responded to within this is looked at: it may wait for a lock. */
const BLOCKED_AFTER_MS = 10;
const CHECK_EVERY_MS = 3;
/** A waiting session looks for a deadlock once, after `deadlock_timeout`: who waits longer than this has done so. */
const CHECKS_BEFORE_BLOCKED = 4;

/** One real database: sessions for the simulated connections, and one that sees who waits for whom. */
export class Database {
  readonly url: string;
  readonly #monitor: pg.Client;
  readonly #idle: Backend[] = [];
  readonly #all: Backend[] = [];

  private constructor(url: string, monitor: pg.Client) {
    this.url = url;
    this.#monitor = monitor;
  }

  /** `adminUrl`: the same database for a superuser, whom no trigger stops from clearing it. */
  static async open(url: string, adminUrl: string): Promise<Database> {
    const monitor = new pg.Client({ connectionString: adminUrl });
    await monitor.connect();
    await monitor.query('set session_replication_role = replica');
    return new Database(url, monitor);
  }

  async acquire(): Promise<Backend> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const backend = await Backend.connect(this.url);
    this.#all.push(backend);
    return backend;
  }

  async recycle(backend: Backend): Promise<void> {
    await backend.reset();
    this.#idle.push(backend);
  }

  /** True when it has been responded to; false when it waits for a lock that another session has. */
  async hasResponse(backend: Backend, response: Promise<unknown>): Promise<boolean> {
    const done = response.then(() => true as const);
    if (await Promise.race([done, sleep(BLOCKED_AFTER_MS)])) return true;
    for (let blocked = 0; ;) {
      blocked = (await this.#isBlocked(backend)) ? blocked + 1 : 0;
      if (blocked === CHECKS_BEFORE_BLOCKED) return false;
      if (await Promise.race([done, sleep(CHECK_EVERY_MS)])) return true;
    }
  }

  /** Ends what it waits for, by an error. */
  async cancel(backend: Backend): Promise<void> {
    await this.#monitor.query('select pg_cancel_backend($1)', [backend.pid]);
  }

  query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<pg.QueryResult<R>> {
    return this.#monitor.query<R>(text, values);
  }

  async close(): Promise<void> {
    for (const backend of this.#all) backend.close();
    await this.#monitor.end();
  }

  async #isBlocked({ pid }: Backend): Promise<boolean> {
    const { rows } = await this.#monitor.query<{ blocked: boolean }>(
      'select cardinality(pg_blocking_pids($1)) > 0 as blocked',
      [pid],
    );
    return rows[0]!.blocked;
  }
}

const sleep = (ms: number): Promise<false> => new Promise((resolve) => after(() => resolve(false), ms));
