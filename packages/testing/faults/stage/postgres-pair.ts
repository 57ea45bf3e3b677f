import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTree } from '@estampa/stack/drill/copy-tree';
import type { Infrastructure } from '@estampa/stack/infrastructure/infrastructure';
import { startPostgres } from '@estampa/stack/infrastructure/postgres';
import { giveToUnprivileged } from '@estampa/stack/infrastructure/unprivileged';
import { freePort } from '@estampa/stack/ports';
import type { Restartable } from '@estampa/stack/processes/restartable';
import { waitFor } from '@estampa/stack/wait';
import pg from 'pg';
import { type Forwarder, openForwarder } from './forwarder.ts';

const STANDBY = 'standby';
const IN_SYNC_DEADLINE_MS = 60_000;
/** PostgreSQL's own wait, in seconds. */
const PROMOTION_DEADLINE_S = 30;
/** A standby gets the log from its primary, and slots are the primary's own. */
const NOT_COPIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_stat_tmp)\/|^postmaster\.(pid|opts)$/;
const IS_IN_SYNC = `select from pg_stat_replication where application_name = '${STANDBY}' and sync_state = 'sync'`;

type Server = { readonly server: Restartable; readonly url: string; readonly name: string };

/** PostgreSQL at one address, whose server can be replaced by a standby that has all that it acknowledged. */
export class PostgresPair implements AsyncDisposable {
  readonly #directory: string;
  readonly #forwarder: Forwarder;
  #primary: Server;
  #standbys = 0;

  private constructor(directory: string, forwarder: Forwarder, primary: Server) {
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
  async startStandby(): Promise<Server> {
    const { url } = this.#primary;
    this.#standbys += 1;
    const name = `postgres-${this.#standbys + 1}`;
    const data = join(this.#directory, name);
    await using client = await clientOf(url);
    await client.query(`select pg_create_physical_replication_slot('${STANDBY}', true)`);
    await client.query(`select pg_backup_start('${STANDBY}', true)`);
    await copyTree(join(this.#directory, this.#primary.name), data, (path) => NOT_COPIED.test(path));
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    for (const [file, content] of [['backup_label', rows[0]!.label] as const, ['standby.signal', ''] as const]) {
      writeFileSync(join(data, file), content);
      giveToUnprivileged(join(data, file));
    }
    const { hostname, username, password } = new URL(url);
    const settings = {
      primary_conninfo: `host=${hostname} port=${portOf(url)} user=${username} password=${password} application_name=${STANDBY}`,
      primary_slot_name: STANDBY,
    };
    const port = await freePort();
    const { server, address } = await startPostgres({ directory: this.#directory, name, port, password, settings });
    await client.query(`alter system set synchronous_standby_names = '${STANDBY}'`);
    await client.query('select pg_reload_conf()');
    const isInSync = async () => (await client.query(IS_IN_SYNC)).rowCount === 1;
    await waitFor('a standby in sync', isInSync, { deadlineMs: IN_SYNC_DEADLINE_MS });
    return { server: server!, url: address.url, name };
  }

  /** The standby serves in place of the primary, which has ended. */
  async failOverTo(standby: Server): Promise<void> {
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

async function clientOf(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

const portOf = (url: string): number => Number(new URL(url).port);

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}
