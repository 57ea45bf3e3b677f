import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDatabase } from '@estampa/stack/infrastructure/databases';
import { startPostgres } from '@estampa/stack/infrastructure/postgres';
import { giveToUnprivileged } from '@estampa/stack/infrastructure/unprivileged';
import { freePort } from '@estampa/stack/ports';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace } from '@estampa/testing/marketplace';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { z } from 'zod';
import { databaseAddress, databaseConfig } from '../src/postgres/address.ts';
import { connectDb } from '../src/postgres/connect.ts';
import { createAuthority } from './certificates.ts';

const BOOT_DEADLINE_MS = 60_000;
/** The administrator may come without; who has a certificate of the authority must show it in one database. */
const RULES = `
host all postgres all scram-sha-256
hostssl shown all all scram-sha-256 clientcert=verify-ca
hostssl all all all scram-sha-256
`;

const resources = new AsyncDisposableStack();
let superuserUrl: string;
let files: { ca: string; otherCa: string; cert: string; key: string };

beforeAll(async () => {
  const authority = resources.use(createAuthority());
  const { GRPC_TLS_CA: ca, GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key } = authority.issue('postgres');
  const { GRPC_TLS_CA: otherCa } = resources.use(createAuthority()).issue('other');
  files = { ca, otherCa, cert, key };

  const serverFile = (name: string, from: string | { text: string }) => {
    const file = join(dirname(ca), name);
    if (typeof from === 'string') copyFileSync(from, file);
    else writeFileSync(file, from.text);
    chmodSync(file, 0o600);
    giveToUnprivileged(file);
    return file;
  };
  chmodSync(dirname(ca), 0o755);
  const { password, directory } = { password: 'postgres', directory: join(currentTestRun().directory, 'tls-postgres') };
  const settings = {
    // By the second address it is another host than its certificate names.
    listen_addresses: '127.0.0.1,127.0.0.2',
    ssl: 'on',
    ssl_cert_file: serverFile('server.crt', cert),
    ssl_key_file: serverFile('server.key', key),
    ssl_ca_file: serverFile('server-ca.crt', ca),
    hba_file: serverFile('hba.conf', { text: RULES }),
  };
  const { address, server } = await startPostgres({ directory, port: await freePort(), password, settings });
  resources.defer(async () => server!.stop());
  superuserUrl = address.url;
}, BOOT_DEADLINE_MS);
afterAll(() => resources.disposeAsync(), BOOT_DEADLINE_MS);

/** How connections of one database are protected. */
async function protection(database: string): Promise<{ name: string; ssl: boolean }[]> {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  const { rows } = await client.query(
    `select distinct application_name as name, ssl from pg_stat_ssl join pg_stat_activity using (pid)
     where datname = $1 and backend_type = 'client backend' order by name`,
    [database],
  );
  await client.end();
  return rows;
}

async function connect(name: string, settings: Record<string, string>, host = '127.0.0.1'): Promise<string> {
  const url = new URL(await createDatabase(superuserUrl, { name, password: 'secret' }));
  url.hostname = host;
  const config = z.object(databaseConfig).parse({ DATABASE_URL: url.href, ...settings });
  await using orm = await connectDb(databaseAddress({ ...config, NODE_ENV: 'test' }), [], []);
  await orm.em.fork().execute('select 1');
  const [{ ssl } = { ssl: false }] = await protection(name);
  return ssl ? 'encrypted' : 'plain';
}

describe('a database that takes encrypted connections alone, with an authority of its own', () => {
  it('is reached by every connection of a service as one setting says', async () => {
    const { infrastructure } = currentTestRun();
    const tls = { DATABASE_TLS: 'verify-full', DATABASE_TLS_CA_FILE: files.ca };
    await using marketplace = await startMarketplace({
      only: ['identity'],
      infrastructure: { ...infrastructure, postgres: { url: superuserUrl } },
      environment: { identity: tls },
    });

    const database = new URL(marketplace.surroundings.databaseUrls.identity!).pathname.slice(1);
    const all = ['estampa', 'outbox-relay', 'readiness'].map((name) => ({ name, ssl: true }));
    await eventually(async () => expect(await protection(database)).toEqual(all));
  });

  it.each([
    ['encrypts', { DATABASE_TLS: 'require' }],
    ['trusts the authority', { DATABASE_TLS: 'verify-ca' }],
    ['checks the name', { DATABASE_TLS: 'verify-full' }],
  ])('is reached by who %s', async (_what, settings) => {
    expect(await connect('usual', { ...settings, DATABASE_TLS_CA_FILE: files.ca })).toBe('encrypted');
  });

  it.each([
    ['speaks plainly', {}, 'no encryption'],
    ['does not know the authority', { DATABASE_TLS: 'verify-full' }, 'DATABASE_TLS_CA_FILE must hold who signed it'],
    ['knows another one', { DATABASE_TLS: 'verify-ca', other: 'true' }, 'DATABASE_TLS_CA_FILE must hold who signed it'],
    ['calls it otherwise', { DATABASE_TLS: 'verify-full', host: '127.0.0.2' }, 'it is for another host'],
  ])('is not reached by who %s', async (_what, { host, other, ...settings }: Record<string, string>, message) => {
    const ca = other ? { DATABASE_TLS_CA_FILE: files.otherCa } : host && { DATABASE_TLS_CA_FILE: files.ca };

    await expect(connect('usual', { ...settings, ...ca }, host)).rejects.toThrow(message);
  });

  it('may want a certificate of the client', async () => {
    const tls = { DATABASE_TLS: 'verify-full', DATABASE_TLS_CA_FILE: files.ca };
    await expect(connect('shown', tls)).rejects.toThrow('client certificate');

    const own = { ...tls, DATABASE_TLS_CERT_FILE: files.cert, DATABASE_TLS_KEY_FILE: files.key };
    expect(await connect('shown', own)).toBe('encrypted');
  });

  it('is reached by new connections with the authority that the file contains by then', async () => {
    const renewed = join(dirname(files.ca), 'renewed.crt');
    copyFileSync(files.otherCa, renewed);
    const url = await createDatabase(superuserUrl, { name: 'renewed', password: 'secret' });
    const settings = { DATABASE_URL: url, DATABASE_TLS: 'verify-full', DATABASE_TLS_CA_FILE: renewed };
    const address = databaseAddress({ ...z.object(databaseConfig).parse(settings), NODE_ENV: 'test' });
    await expect(connectDb(address, [], [])).rejects.toThrow('not accepted');

    copyFileSync(files.ca, renewed);

    await using orm = await connectDb(address, [], []);
    expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  });
});
