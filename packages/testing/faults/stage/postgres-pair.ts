import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Infrastructure } from '@estampa/stack/infrastructure/infrastructure';
import type { Restartable } from '@estampa/stack/processes/restartable';
import { waitFor } from '@estampa/stack/wait';
import { clientOf, portOf, STANDBY, type Standby, startStandby, withPort } from '@estampa/testing/standby';
import { type Forwarder, openForwarder } from './forwarder.ts';

const IN_SYNC_DEADLINE_MS = 60_000;
/** PostgreSQL's own wait, in seconds. */
const PROMOTION_DEADLINE_S = 30;
const IS_IN_SYNC = `select from pg_stat_replication where application_name = '${STANDBY}' and sync_state = 'sync'`;

/** PostgreSQL at one address, whose server can be replaced by a standby that has all that it acknowledged. */
export class PostgresPair implements AsyncDisposable {
  readonly #directory: string;
  readonly #forwarder: Forwarder;
  #primary: Standby;
  #standbys = 0;

  private constructor(directory: string, forwarder: Forwarder, primary: Standby) {
    this.#directory = directory;
    this.#forwarder = forwarder;
    this.#primary = primary;
  }

  /** Around the server of this infrastructure. */
  static async open(directory: string, { postgres, servers }: Infrastructure): Promise<PostgresPair> {
    const primary = { server: servers.postgres!, url: postgres.url, name: 'postgres' };
    return new PostgresPair(directory, await openForwarder(portOf(postgres.url)), primary);
  }

  /** The one that serves. */
  get primary(): Restartable {
    return this.#primary.server;
  }

  /** Where whichever serves is reached. */
  get url(): string {
    return withPort(this.#primary.url, this.#forwarder.port);
  }

  /** A copy that streams from the primary, which from now on acknowledges nothing that it does not have. */
  async startStandby(): Promise<Standby> {
    const { url } = this.#primary;
    this.#standbys += 1;
    const standby = await startStandby(url, `postgres-${this.#standbys + 1}`);
    await using client = await clientOf(url);
    await client.query(`alter system set synchronous_standby_names = '${STANDBY}'`);
    await client.query('select pg_reload_conf()');
    const isInSync = async () => (await client.query(IS_IN_SYNC)).rowCount === 1;
    await waitFor('a standby in sync', isInSync, { deadlineMs: IN_SYNC_DEADLINE_MS });
    return standby;
  }

  /** The standby serves in place of the primary, which has ended. */
  async failOverTo(standby: Standby): Promise<void> {
    const old = this.#primary;
    await using client = await clientOf(standby.url);
    const { rows } = await client.query<{ done: boolean }>('select pg_promote(true, $1) as done', [
      PROMOTION_DEADLINE_S,
    ]);
    if (!rows[0]!.done) throw new Error('The standby was not promoted in time');
    this.#primary = standby;
    this.#forwarder.leadTo(portOf(standby.url));
    await old.server.stop();
    rmSync(join(this.#directory, old.name), { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#forwarder[Symbol.asyncDispose]();
    await this.#primary.server.stop();
  }
}
