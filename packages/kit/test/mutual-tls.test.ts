import { readFileSync } from 'node:fs';
import { AuthServiceClient } from '@estampa/contracts/identity/v1/auth';
import { SellerProfileServiceClient } from '@estampa/contracts/identity/v1/seller_profile';
import { type Caller, newCall, runInCall, serviceCaller } from '../src/rpc/call.ts';
import { grpcClient } from '../src/rpc/client.ts';
import { grpcTls } from '../src/rpc/tls.ts';
import { startMarketplace, type TestMarketplace } from '@estampa/testing/marketplace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChannelCredentials, credentials } from '@grpc/grpc-js';
import { type Certificate, createAuthority } from './certificates.ts';

const UNREACHABLE = { code: 14 };

let resources: AsyncDisposableStack;
let market: TestMarketplace;
let certificates: Record<'catalog' | 'gateway' | 'payouts' | 'stranger', Certificate>;

beforeAll(async () => {
  resources = new AsyncDisposableStack();
  const authority = resources.use(createAuthority());
  const identity = authority.issue('identity');
  certificates = {
    catalog: authority.issue('catalog'),
    gateway: authority.issue('gateway'),
    payouts: authority.issue('payouts'),
    stranger: resources.use(createAuthority()).issue('catalog'),
  };
  const { catalog, gateway } = certificates;
  market = resources.use(
    await startMarketplace({ only: ['identity', 'catalog', 'gateway'], environment: { identity, catalog, gateway } }),
  );
});

afterAll(() => resources.disposeAsync());

const channelOf = ({ GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA }: Certificate): ChannelCredentials =>
  credentials.createSsl(readFileSync(GRPC_TLS_CA), readFileSync(GRPC_TLS_KEY), readFileSync(GRPC_TLS_CERT));

/** A question to identity over such a channel, in the name of a caller. */
async function callIdentity(channel: ChannelCredentials, caller: Caller | null = null) {
  using auth = grpcClient(AuthServiceClient, market.address('identity'), null, channel);
  return await runInCall(newCall({ requestId: 'r', caller }), () => auth.listSigningKeys({}));
}

describe('over mutual TLS', () => {
  it('the gateway serves through its services', async () => {
    const body = { email: 'ana@demo.example', password: 'a-long-password', name: 'Ana Demo' };
    const signedUp = await fetch(`${market.gatewayUrl}/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { accessToken } = (await signedUp.json()) as { accessToken: string };
    const types = await fetch(`${market.gatewayUrl}/catalog/seller`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });

    expect(signedUp.status).toBe(201);
    // The role is missing, not the connection: this caller was resolved over it.
    expect(types.status).toBe(403);
  });

  it.each(['gateway', 'catalog'] as const)('%s may call identity', async (peer) => {
    const { keys } = await callIdentity(channelOf(certificates[peer]));

    expect(keys).toHaveLength(1);
  });

  it('a peer that is not in the table may not', async () => {
    await expect(callIdentity(channelOf(certificates.payouts))).rejects.toMatchObject({
      kind: 'forbidden',
      reason: 'peer_not_allowed',
    });
  });

  it('a client without a certificate gets no connection', async () => {
    const channel = credentials.createSsl(readFileSync(certificates.catalog.GRPC_TLS_CA));

    await expect(callIdentity(channel)).rejects.toMatchObject(UNREACHABLE);
  });

  it('a certificate of another authority is worth nothing', async () => {
    const { GRPC_TLS_CERT, GRPC_TLS_KEY } = certificates.stranger;
    const { GRPC_TLS_CA } = certificates.catalog;

    await expect(callIdentity(channelOf({ GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA }))).rejects.toMatchObject(
      UNREACHABLE,
    );
  });

  it('plaintext gets no response', async () => {
    await expect(callIdentity(credentials.createInsecure())).rejects.toMatchObject(UNREACHABLE);
  });

  it('a server that is not who it should be is not spoken to', async () => {
    const { GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA } = certificates.stranger;

    await expect(callIdentity(channelOf({ GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA }))).rejects.toMatchObject(
      UNREACHABLE,
    );
  });

  it('the gateway speaks for people, never as a service', async () => {
    const asGateway = callIdentity(channelOf(certificates.gateway), serviceCaller('catalog'));

    await expect(asGateway).rejects.toMatchObject({ reason: 'peer_not_allowed' });
  });

  it('a service speaks for itself', async () => {
    using profiles = grpcClient(
      SellerProfileServiceClient,
      market.address('identity'),
      serviceCaller('catalog'),
      channelOf(certificates.catalog),
    );

    await expect(profiles.publishStore({ sellerProfileId: 'nobody' })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('what is configured', () => {
  it('must be said in production', () => {
    expect(() => grpcTls({ NODE_ENV: 'production' })).toThrow(/GRPC_TLS_CERT is required in production/);
    expect(grpcTls({ NODE_ENV: 'production', GRPC_TLS: 'off' })).toBeNull();
    expect(grpcTls({ NODE_ENV: 'development' })).toBeNull();
  });

  it('is complete and readable', () => {
    const { GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA } = certificates.catalog;

    expect(() => grpcTls({ NODE_ENV: 'test', GRPC_TLS_CERT, GRPC_TLS_KEY })).toThrow(/GRPC_TLS_CA/);
    expect(() => grpcTls({ NODE_ENV: 'test', GRPC_TLS_CERT, GRPC_TLS_CA, GRPC_TLS_KEY: '/nowhere' })).toThrow(
      /GRPC_TLS_KEY must be the path of a readable file/,
    );
  });
});
