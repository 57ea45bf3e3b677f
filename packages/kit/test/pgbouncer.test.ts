import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseAddress, databaseConfig, type PostgresAddress } from '../src/postgres/address.ts';
import { integer, text } from '../src/postgres/columns.ts';
import { connectDb, type Orm } from '../src/postgres/connect.ts';
import { pipeline, statement } from '../src/postgres/statement.ts';
import { createDatabase } from '@estampa/stack/infrastructure/databases';
import { startAndWait } from '@estampa/stack/infrastructure/server';
import { asUnprivileged, giveToUnprivileged } from '@estampa/stack/infrastructure/unprivileged';
import { REPOSITORY } from '@estampa/stack/paths';
import { freePort, HOST } from '@estampa/stack/ports';
import { isInstalled, PGBOUNCER } from '@estampa/testing/optional-programs';
import { currentTestRun } from '@estampa/testing/test-run';
import { randomNumbers } from '@estampa/testing/random-numbers';
import pg from 'pg';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Certificate, createAuthority } from './certificates.ts';

const hasPgBouncer = isInstalled(PGBOUNCER);
const CHART = readFileSync(join(REPOSITORY, 'charts/estampa/templates/pgbouncer.yaml'), 'utf8');
/** How the chart sets up what a message goes through. */
const SETTINGS = CHART.match(/^(pool_mode|max_prepared_statements|ignore_startup_parameters) = .*$/gm) ?? [];

/** A TLS 1.3 client learns of it after its handshake: by an alert, or by the end of the connection. */
const REJECTED = /alert (unknown ca|certificate required)|ECONNRESET|terminated/;
const CLIENTS = 8;
const TRANSACTIONS_EACH = 250;
const STATEMENTS_MAX = 8;
const SQL_CHARS_MAX = 6_500;
const VALUE_CHARS_MAX = 9_000;

it.runIf(hasPgBouncer)(
  `encrypted connections to PgBouncer take statements and values of any length${hasPgBouncer ? '' : ' (PgBouncer is not installed)'}`,
  async () => {
    await using pool = await startPgBouncer();
    const clients = Array.from({ length: CLIENTS }, (_, seed) => runTransactions(pool.orm, seed));

    expect(await Promise.all(clients)).toEqual(clients.map(() => TRANSACTIONS_EACH));
  },
);

it.runIf(hasPgBouncer)('PgBouncer that verifies its clients takes those of its authority alone', async () => {
  using authority = createAuthority();
  using other = createAuthority();
  const [own, strange] = [authority, other].map((one) => one.issue('catalog'));
  await using pool = await startPgBouncer(own);

  await expect(connect(addressOf(pool.url, own))).resolves.toBe(true);
  await expect(connect(addressOf(pool.url, strange))).rejects.toThrow(REJECTED);
  await expect(connect(addressOf(pool.url))).rejects.toThrow(REJECTED);
});

/** Statements are prepared as they come, in pipelines longer than PgBouncer's usual buffer and, in it, than a TLS record. */
async function runTransactions(orm: Orm, seed: number): Promise<number> {
  const random = randomNumbers(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  for (let done = 0; done < TRANSACTIONS_EACH; done++) {
    const statements = Array.from({ length: 1 + upTo(STATEMENTS_MAX) }, (_, number) => {
      const sql = `select ${number} as number, $1::text as value /* ${seed}.${done} ${'x'.repeat(upTo(SQL_CHARS_MAX))} */`;
      return { query: statement(sql, { number: integer, value: text }), value: 'v'.repeat(upTo(VALUE_CHARS_MAX)) };
    });
    const found = await orm.em
      .fork()
      .transactional((tx) => pipeline(tx, ...statements.map(({ query, value }) => query.with(value))));
    expect(found.flat()).toEqual(statements.map(({ value }, number) => ({ number, value })));
  }
  return TRANSACTIONS_EACH;
}

/** As services read it, with a certificate of their own or without one. */
function addressOf(url: string, own?: Certificate): PostgresAddress {
  const files = own && { DATABASE_TLS_CERT_FILE: own.GRPC_TLS_CERT, DATABASE_TLS_KEY_FILE: own.GRPC_TLS_KEY };
  const settings = { DATABASE_URL: url, DATABASE_SESSION_URL: 'postgres://server', DATABASE_POOLER_TLS: 'require' };
  const config = z.object(databaseConfig).parse({ ...settings, ...files });
  return databaseAddress({ ...config, NODE_ENV: 'test' });
}

async function connect({ url, ssl }: PostgresAddress): Promise<true> {
  const client = new pg.Client({ connectionString: url, ssl });
  await client.connect();
  await client.end();
  return true;
}

/** Before a database of its own, with a certificate that nobody checks; for clients whose certificate is of the same authority as this, or for all. */
async function startPgBouncer(client?: Certificate): Promise<AsyncDisposable & { orm: Orm; url: string }> {
  await using resources = new AsyncDisposableStack();
  const { infrastructure, secrets, directory: run } = currentTestRun();
  const name = `pooled_${randomBytes(4).toString('hex')}`;
  const server = new URL(
    await createDatabase(infrastructure.postgres.url, { name, password: secrets.databasePassword }),
  );
  const authority = resources.use(createAuthority());
  const { GRPC_TLS_CERT: certificate, GRPC_TLS_KEY: key } = authority.issue('pgbouncer');
  const directory = mkdtempSync(join(run, 'pgbouncer-'));
  resources.defer(() => rmSync(directory, { recursive: true }));
  const port = await freePort();
  const write = (file: string, content: string) => {
    const path = join(directory, file);
    writeFileSync(path, content, { mode: 0o600 });
    giveToUnprivileged(path);
    return path;
  };
  const settings = [
    '[databases]',
    `${name} = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    `listen_addr = ${HOST}`,
    `listen_port = ${port}`,
    'auth_type = scram-sha-256',
    `auth_file = ${write('userlist.txt', `"${name}" "${secrets.databasePassword}"\n`)}`,
    ...(client
      ? [
          'client_tls_sslmode = verify-full',
          `client_tls_ca_file = ${write('ca.crt', readFileSync(client.GRPC_TLS_CA, 'utf8'))}`,
        ]
      : ['client_tls_sslmode = require']),
    `client_tls_cert_file = ${write('tls.crt', readFileSync(certificate, 'utf8'))}`,
    `client_tls_key_file = ${write('tls.key', readFileSync(key, 'utf8'))}`,
    'unix_socket_dir =',
    ...SETTINGS,
  ];
  const [command, ...args] = asUnprivileged(directory, [PGBOUNCER, write('pgbouncer.ini', settings.join('\n'))]);
  const url = new URL(server);
  url.port = String(port);
  const address = addressOf(url.href, client);
  const spec = { name: 'pgbouncer', command, args, directory };
  const responses = () => connect(address);
  const started = await startAndWait(spec, { label: 'PgBouncer', responses, deadlineMs: 10_000 });
  resources.defer(() => started.stop());
  const orm = resources.use(await connectDb(address, [], []));
  const owned = resources.move();
  return { orm, url: url.href, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
