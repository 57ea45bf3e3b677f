import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { databaseAddress, databaseConfig, ownerAddress, readAddress, servingRole, sessionAddress } from './address.ts';

const URL = 'postgres://pool/orders';
const read = (settings: Record<string, string>, environment = 'test') => ({
  ...z.object(databaseConfig).parse({ DATABASE_URL: URL, ...settings }),
  NODE_ENV: environment,
});
const both = (settings: Record<string, string>, environment?: string) => {
  const config = read(settings, environment);
  return [databaseAddress(config), sessionAddress(config)];
};

describe('the database', () => {
  it('is reached by one address, unless sessions have their own', () => {
    expect(both({})).toMatchObject([
      { url: URL, pooled: false },
      { url: URL, pooled: false },
    ]);
  });

  it('is behind a pool when sessions have another address', () => {
    const server = 'postgres://server/orders';

    expect(both({ DATABASE_SESSION_URL: server })).toMatchObject([
      { url: URL, pooled: true },
      { url: server, pooled: false },
    ]);
  });
});

describe('a replica of it', () => {
  it('is none unless it has an address, and is protected as the server is', () => {
    const settings = { DATABASE_TLS: 'verify-full', DATABASE_READ_URL: 'postgres://standby/orders' };

    expect(readAddress(read({}))).toBeNull();
    expect(readAddress(read({ ...settings, DATABASE_POOLER_TLS: 'disable' }))).toEqual({
      url: settings.DATABASE_READ_URL,
      ssl: { host: 'standby', rejectUnauthorized: true },
      pooled: false,
    });
  });
});

describe('the role that owns the tables', () => {
  const settings = {
    DATABASE_SESSION_URL: 'postgres://orders@server/orders',
    DATABASE_OWNER_URL: 'postgres://orders_owner@primary/orders',
    DATABASE_TLS: 'verify-full',
  };

  it('is met by the certificate of the host that it logs in at', () => {
    expect(ownerAddress(read(settings))).toMatchObject({ url: settings.DATABASE_OWNER_URL, ssl: { host: 'primary' } });
  });

  it.each([
    ['of the pool, which has another user than sessions', { DATABASE_URL: 'postgres://orders@pool/orders' }, 'orders'],
    ['none where it serves, too', { DATABASE_URL: 'postgres://orders_owner@pool/orders' }, null],
  ])('serves a role: %s', (_what, url, role) => {
    expect(servingRole(read({ ...settings, ...url }))).toBe(role);
  });
});

describe('connections to it', () => {
  const file = import.meta.filename;

  it.each([
    ['disable', false],
    ['require', { host: 'pool', rejectUnauthorized: false }],
    ['verify-ca', { host: 'pool', rejectUnauthorized: true, checkServerIdentity: expect.any(Function) }],
    ['verify-full', { host: 'pool', rejectUnauthorized: true }],
  ])('with DATABASE_TLS=%s check as much', (mode, ssl) => {
    for (const address of both({ DATABASE_TLS: mode })) expect(address.ssl).toEqual(ssl);
  });

  it('are protected as the pool wants it on the way to a pool alone', () => {
    const pooler = { DATABASE_SESSION_URL: 'postgres://server/orders', DATABASE_POOLER_TLS: 'disable' };

    const [pool, server] = both({ DATABASE_TLS: 'verify-full', ...pooler });

    expect(pool!.ssl).toBe(false);
    expect(server!.ssl).toEqual({ host: 'server', rejectUnauthorized: true });
  });

  it.each([
    ['a file that is not there', { DATABASE_TLS: 'require', DATABASE_TLS_CA_FILE: '/nowhere' }, /CA_FILE must be/],
    ['a certificate without its key', { DATABASE_TLS: 'require', DATABASE_TLS_CERT_FILE: file }, /go together/],
    ['parameters of the address', { DATABASE_URL: `${URL}?sslmode=require` }, /DATABASE_TLS says how/],
    ['other parameters of the address', { DATABASE_URL: `${URL}?sslrootcert=x` }, /DATABASE_TLS says how/],
    ['an unknown mode', { DATABASE_TLS: 'prefer' }, /DATABASE_TLS/],
  ])('are not made with %s', (_what, settings, message) => {
    expect(() => both(settings as Record<string, string>)).toThrow(message);
  });

  it('say in production how they are protected', () => {
    expect(() => both({}, 'production')).toThrow(/DATABASE_TLS is required in production/);
    expect(both({ DATABASE_TLS: 'disable' }, 'production')[0]!.ssl).toBe(false);
  });
});

describe('the addresses without an owner of their own', () => {
  const session = 'postgres://server/orders';

  it.each([
    [{}, URL],
    [{ DATABASE_SESSION_URL: session }, session],
  ])('with %j are those of sessions', (settings, url) => {
    expect(ownerAddress(read(settings))).toEqual({ url, ssl: false, pooled: false });
    expect(servingRole(read(settings))).toBeNull();
  });

  it('have names as they are, however they are spelt', () => {
    const settings = { DATABASE_OWNER_URL: 'postgres://a%40b@server/x', DATABASE_URL: 'postgres://a@server/x' };

    expect(servingRole(read(settings))).toBe('a');
    expect(servingRole(read({ ...settings, DATABASE_URL: 'postgres://a%40b@pool/x' }))).toBeNull();
  });
});

describe('the files of a connection', () => {
  const file = import.meta.filename;
  const withFiles = (mode: string, settings: object = {}) =>
    databaseAddress(
      read({
        DATABASE_TLS: mode,
        DATABASE_TLS_CA_FILE: file,
        DATABASE_TLS_CERT_FILE: file,
        DATABASE_TLS_KEY_FILE: file,
        ...settings,
      }),
    ).ssl;

  it('are read for each connection', () => {
    const text = readFileSync(file);

    expect({ ...(withFiles('verify-full') as object) }).toEqual({
      host: 'pool',
      rejectUnauthorized: true,
      ca: text,
      cert: text,
      key: text,
    });
  });

  it.each(['CA', 'CERT', 'KEY'])('must be readable, whether they are used or not: %s', (name) => {
    const settings = { [`DATABASE_TLS_${name}_FILE`]: '/nowhere' };

    expect(() => withFiles('disable', settings)).toThrow(
      `DATABASE_TLS_${name}_FILE must be the path of a readable file`,
    );
    expect(withFiles('disable')).toBe(false);
  });

  it('are a certificate and its key', () => {
    const settings = { DATABASE_TLS: 'require', DATABASE_TLS_KEY_FILE: file };

    expect(() => databaseAddress(read(settings))).toThrow('go together');
  });

  it('leave a name unchecked where the authority is enough', () => {
    const { checkServerIdentity } = withFiles('verify-ca') as { checkServerIdentity: () => unknown };

    expect(checkServerIdentity()).toBeUndefined();
  });
});

it.each([
  ['mysql://server/orders', 'must be a postgres:// address'],
  ['server', 'must be a postgres:// address'],
  [`${URL}?uselibpqcompat=true`, 'must have no ssl parameters'],
])('%s is no address', (url, problem) => {
  expect(() => read({ DATABASE_URL: url })).toThrow(problem);
});

it('an address may have other parameters, and be written postgresql', () => {
  expect(read({ DATABASE_URL: 'postgresql://pool/orders?application_name=x' }).DATABASE_URL).toContain('=x');
});
