import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAndWait } from '@estampa/stack/infrastructure/server';
import { asUnprivileged } from '@estampa/stack/infrastructure/unprivileged';
import { freePort, HOST, isFree } from '@estampa/stack/ports';

const PGBOUNCER = process.env.ESTAMPA_PGBOUNCER ?? 'pgbouncer';
/** The first whose encrypted clients do not hang, see docs/decisions/0180-encrypted-pools-need-pgbouncer-1-26.md. */
const FIRST_VERSION = [1, 26] as const;
const START_DEADLINE_MS = 20_000;

/** Why a test with PgBouncer cannot run; empty where it can. */
export const withoutPgbouncer = isNewEnough()
  ? ''
  : ` (skipped: there is no pgbouncer of ${FIRST_VERSION.join('.')} or newer in the PATH or ESTAMPA_PGBOUNCER)`;

function isNewEnough(): boolean {
  const { stdout } = spawnSync(PGBOUNCER, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? []).slice(1).map(Number);
  return major > FIRST_VERSION[0] || (major === FIRST_VERSION[0] && minor >= FIRST_VERSION[1]);
}

interface Pool {
  readonly directory: string;
  /** Of the database itself, with its role's password. */
  readonly databaseUrl: string;
  readonly cert: string;
  readonly key: string;
}

/** PgBouncer as the chart configures it, all connections encrypted; returns the database's address in it. */
export async function startPgbouncer({ directory, databaseUrl, cert, key }: Pool) {
  const url = new URL(databaseUrl);
  const { hostname, port, username, password } = url;
  mkdirSync(directory, { recursive: true });
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  url.port = String(await freePort());
  const settings = file(
    'pgbouncer.ini',
    `[databases]
${username} = host=${hostname} port=${port}
[pgbouncer]
listen_addr = ${HOST}
listen_port = ${url.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${file('userlist.txt', `"${username}" "${password}"\n`)}
pool_mode = transaction
max_prepared_statements = 200
ignore_startup_parameters = extra_float_digits
server_tls_sslmode = require
client_tls_sslmode = require
client_tls_cert_file = ${cert}
client_tls_key_file = ${key}
`,
  );
  const [command, ...args] = asUnprivileged(directory, [PGBOUNCER, settings]);
  const server = await startAndWait(
    { name: 'pgbouncer', command, args, env: process.env, directory, stopSignal: 'SIGINT' },
    { label: 'PgBouncer', responses: async () => !(await isFree(Number(url.port))), deadlineMs: START_DEADLINE_MS },
  );
  return { url: url.href, [Symbol.asyncDispose]: () => server.stop() };
}
