import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyTree } from '@estampa/stack/drill/copy-tree';
import { startPostgres } from '@estampa/stack/infrastructure/postgres';
import { giveToUnprivileged } from '@estampa/stack/infrastructure/unprivileged';
import { freePort } from '@estampa/stack/ports';
import type { Restartable } from '@estampa/stack/processes/restartable';
import pg from 'pg';

/** What the primary calls it, and the slot that keeps its log. */
export const STANDBY = 'standby';
/** A standby gets the log from its primary, and slots are the primary's own. */
const NOT_COPIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_stat_tmp)\/|^postmaster\.(pid|opts)$/;

export type Standby = { readonly server: Restartable; readonly url: string; readonly name: string };

/** A copy of a server of this machine, beside its data under the given name, that streams from it. */
export async function startStandby(primaryUrl: string, name: string): Promise<Standby> {
  await using client = await clientOf(primaryUrl);
  const { rows: places } = await client.query<{ data_directory: string }>('show data_directory');
  const from = places[0]!.data_directory;
  const directory = dirname(from);
  const data = join(directory, name);
  await client.query(`select pg_create_physical_replication_slot('${STANDBY}', true)`);
  await client.query(`select pg_backup_start('${STANDBY}', true)`);
  await copyTree(from, data, (path) => NOT_COPIED.test(path));
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  for (const [file, content] of [['backup_label', rows[0]!.label] as const, ['standby.signal', ''] as const]) {
    writeFileSync(join(data, file), content);
    giveToUnprivileged(join(data, file));
  }
  const { hostname, port: primaryPort, username, password } = new URL(primaryUrl);
  const settings = {
    primary_conninfo: `host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=${STANDBY}`,
    primary_slot_name: STANDBY,
  };
  const port = await freePort();
  const { server, address } = await startPostgres({ directory, name, port, password, settings });
  return { server: server!, url: address.url, name };
}

export async function clientOf(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

export const portOf = (url: string): number => Number(new URL(url).port);

export function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}
