import { describe, expect, it } from 'vitest';
import { newCall, type Role } from './call.ts';
import { checkCallersOf, grpcTls, orInsecure } from './tls.ts';

const FILE = import.meta.filename;
const FILES = { GRPC_TLS_CERT: FILE, GRPC_TLS_KEY: FILE, GRPC_TLS_CA: FILE };
type Config = Parameters<typeof grpcTls>[0];

describe('the certificates of calls', () => {
  it.each<[string, Partial<Config>]>([
    ['outside production', { NODE_ENV: 'development' }],
    ['where the network protects calls', { NODE_ENV: 'production', GRPC_TLS: 'off' }],
    ['where they are off, whatever files there are', { NODE_ENV: 'production', GRPC_TLS: 'off', ...FILES }],
  ])('are not needed %s', (_where, config) => {
    expect(grpcTls(config as Config)).toBeNull();
  });

  it.each<[string, Partial<Config>, string]>([
    ['in production', { NODE_ENV: 'production' }, 'GRPC_TLS_CERT is required in production, or GRPC_TLS=off'],
    ['with the other two', { ...FILES, GRPC_TLS_CERT: undefined }, 'GRPC_TLS_CERT is required with the other two'],
    ['with the other two', { ...FILES, GRPC_TLS_KEY: undefined }, 'GRPC_TLS_KEY is required with the other two'],
    ['with the other two', { GRPC_TLS_CERT: FILE, GRPC_TLS_KEY: FILE }, 'GRPC_TLS_CA is required with the other two'],
    ['as a file', { ...FILES, GRPC_TLS_CA: '/nowhere' }, 'GRPC_TLS_CA must be the path of a readable file'],
  ])('are needed %s', (_how, config, problem) => {
    expect(() => grpcTls(config as Config)).toThrow(`The configuration is wrong: ${problem}`);
  });

  it('protect both ends', () => {
    const tls = grpcTls({ NODE_ENV: 'production', ...FILES });

    expect(orInsecure(tls)).toBe(tls);
    expect(orInsecure(null)).not.toBe(tls);
    expect(orInsecure(null)).toBe(orInsecure(null));
  });
});

describe('who may call a service', () => {
  const enter = (name: string | undefined, ...roles: Role[]) => {
    const caller = roles.length > 0 ? { userId: 'u', roles, sellerProfileId: null, sessionId: null } : null;
    return () => checkCallersOf('catalog')(name, newCall({ requestId: 'r', caller }));
  };

  it.each<[string, Role[]]>([
    ['URI:spiffe://estampa/gateway', []],
    ['URI:spiffe://estampa/gateway', ['admin']],
    ['DNS:orders, URI:spiffe://estampa/orders-payments', ['service']],
  ])('%s with the roles %j', (name, roles) => {
    expect(enter(name, ...roles)).not.toThrow();
  });

  it.each<[string | undefined, Role[]]>([
    [undefined, []],
    ['URI:spiffe://estampa/payouts', []],
    ['URI:spiffe://estampa/gateway-2', []],
    ['DNS:gateway', []],
    ['DNS:"x, URI:spiffe://estampa/gateway"', []],
    ['URI:spiffe://estampa/gateway', ['service']],
    ['URI:spiffe://estampa/gateway', ['customer', 'service']],
  ])('not %s with the roles %j', (name, roles) => {
    expect(enter(name, ...roles)).toThrow(expect.objectContaining({ kind: 'forbidden', reason: 'peer_not_allowed' }));
  });
});
