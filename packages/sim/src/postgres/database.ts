import pg from 'pg';
import { Backend } from './backend.ts';

const { setImmediate: nextRound } = globalThis;

/** One real database: sessions for the simulated connections, and one that sees who waits for whom. */
export class Database {
  readonly url: string;
  readonly #monitor: pg.Client;
  readonly #snapshot: pg.Client;
  readonly #idle: Backend[] = [];
  readonly #all: Backend[] = [];
  #isUsed = false;

  private constructor(url: string, monitor: pg.Client, snapshot: pg.Client) {
    [this.url, this.#monitor, this.#snapshot] = [url, monitor, snapshot];
  }

  /** `adminUrl`: the same database for a superuser, whom no trigger stops from clearing it. */
  static async open(url: string, adminUrl: string): Promise<Database> {
    const [monitor, snapshot] = [adminUrl, adminUrl].map((connectionString) => new pg.Client({ connectionString }));
    await Promise.all([monitor!.connect(), snapshot!.connect()]);
    await monitor!.query('set session_replication_role = replica');
    const database = new Database(url, monitor!, snapshot!);
    await database.beginSnapshot();
    return database;
  }

  /**
   * What has been is visible to one session from here on, so nothing is removed from pages: when PostgreSQL may remove it would depend
   * on what else its server does at the time, and where rows lie then, on that.
   */
  async beginSnapshot(): Promise<void> {
    await this.#snapshot.query('rollback');
    await this.#snapshot.query('begin isolation level repeatable read');
    await this.#snapshot.query('select 1');
  }

  /** Whether it was connected to since this was called last. */
  takeUse(): boolean {
    const isUsed = this.#isUsed;
    this.#isUsed = false;
    return isUsed;
  }

  async acquire(): Promise<Backend> {
    this.#isUsed = true;
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

  /** The wait for a lock in which a session stands, once PostgreSQL has looked for a deadlock; null when it has responded. */
  async standing(backend: Backend): Promise<string | null> {
    for (;;) {
      if (await backend.comesToRest()) return null;
      const { messages } = backend;
      const wait = await this.waitOf(backend);
      if (wait !== null && backend.messages === messages) return wait;
    }
  }

  /** The wait for a lock that a session is in, named by its beginning; null when it is in none. */
  async waitOf({ pid }: Backend): Promise<string | null> {
    const { rows } = await this.#monitor.query<{ begun: string }>(
      'select waitstart::text as begun from pg_locks where pid = $1 and not granted',
      [pid],
    );
    // What the session had said by then has arrived as well, and is read in this round.
    await new Promise<void>((resolve) => nextRound(resolve));
    return rows[0]?.begun ?? null;
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
    await Promise.all([this.#monitor.end(), this.#snapshot.end()]);
  }
}
