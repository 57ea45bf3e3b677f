import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import type { Role } from '@estampa/kit/rpc/call';
import { createLog, type Log } from '@estampa/kit/telemetry/log';
import jwt, { type SignOptions } from 'jsonwebtoken';
import { accessCheckOf } from '../src/access/check-access.ts';
import { createApp } from '../src/app.ts';
import { createAuthenticate } from '../src/access/auth.ts';
import { connectServices } from '../src/clients/clients.ts';
import type { Config } from '../src/config.ts';
import { createCurrentUserOf } from '../src/access/current-user.ts';
import { serveHttp } from '../src/http/http-server.ts';
import { PublicPages } from '../src/pages/public-pages.ts';
import { imageUrlAt } from '../src/views/image-url.ts';
import { SellerCatalog } from '../src/seller-catalog/seller-catalog.ts';
import { newExports } from '../src/routes/export-reply.ts';
import type { AnyRoute } from '../src/routes/route.ts';
import { storedFilesAt } from '../src/routes/stored-files.ts';
import { startStandIns, type StandIns } from './stand-ins.ts';

const HOST = '127.0.0.1';
export const ISSUER = 'test-issuer';
export const AUDIENCE = 'test-api';
const TOKEN_LIFE_SECONDS = 900;
const CURRENT_USER = { email: 'one@example.com', name: 'One', status: 'active', roles: [], createdAt: new Date(0) };

export type Person = { userId: string; sessionId: string; roles: readonly Role[]; token: string };
export type SigningKey = { kid: string; privateKey: KeyObject; publicJwk: Record<string, string> };

/** As identity knows it while it is open and its user active. */
type Session = { userId: string; roles: string[] };

export type TestGateway = { [Symbol.asyncDispose](): Promise<void> } & {
  url: string;
  port: number;
  services: StandIns;
  key: SigningKey;
  /** A user with a live session, as known by identity. */
  person(...roles: string[]): Person;
  /** Changes what identity says about it; null ends it. */
  change(person: Person, change: Partial<Session> | null): void;
  send(route: Pick<AnyRoute, 'method' | 'path'>, options?: SendOptions): Promise<Response>;
};

export type SendOptions = { as?: Person | undefined; path?: string; body?: unknown; headers?: Record<string, string> };

export type Options = {
  config?: Partial<Config>;
  checkResponses?: boolean;
  log?: Log;
  requestsMax?: number;
  /** In place of the usual. */
  pages?: typeof PublicPages;
};

/** The gateway's app in this process, over real HTTP, before services that stand in over real gRPC. */
export async function startGateway({
  config: own = {},
  checkResponses = false,
  log = createLog('gateway', 'silent'),
  requestsMax,
  pages: Pages = PublicPages,
}: Options = {}): Promise<TestGateway> {
  const resources = new AsyncDisposableStack();
  const services = resources.use(await startStandIns());
  const config = { ...configFor(services), ...own } as Config;
  const clients = connectServices(config, resources);
  const imageUrl = imageUrlAt('http://cdn.example');
  const gateway = {
    clients,
    currentUserOf: createCurrentUserOf(clients),
    imageUrl,
    ...accessCheckOf(config, createAuthenticate(config, clients), requestsMax),
    pages: new Pages(clients.storefront),
    openStoredFile: storedFilesAt(config.STORAGE_URL),
    exports: newExports(),
    sellerCatalog: new SellerCatalog(clients.productTypes, imageUrl),
    log,
    checkResponses,
  };
  const { port } = resources.use(await serveHttp(createApp(config, gateway), { host: HOST, port: 0 }));

  const key = newSigningKey('key-1');
  const sessions = new Map<string, Session>();
  services.reply('auth.listSigningKeys', () => ({ keys: [key.publicJwk] }));
  services.reply('auth.listCurrentUsers', ({ userIds }: { userIds: string[] }) => ({
    users: userIds.map((id) => ({ ...CURRENT_USER, id })),
  }));
  services.reply('auth.listCallers', ({ sessionIds }: { sessionIds: string[] }) => ({
    callers: sessionIds.flatMap((sessionId) => {
      const session = sessions.get(sessionId);
      if (!session) return [];
      return [
        { sessionId, ...session, sellerProfileId: session.roles.includes('seller') ? session.userId : undefined },
      ];
    }),
  }));

  const url = `http://${HOST}:${port}`;
  return {
    url,
    port,
    services,
    key,
    person(...roles) {
      const [userId, sessionId] = [randomUUID(), randomUUID()];
      sessions.set(sessionId, { userId, roles });
      return { userId, sessionId, roles: roles as Role[], token: signToken(key, { sid: sessionId, sub: userId }) };
    },
    change({ sessionId }, change) {
      if (change) sessions.set(sessionId, { ...sessions.get(sessionId)!, ...change });
      else sessions.delete(sessionId);
    },
    send: ({ method, path }, options = {}) =>
      fetch(url + (options.path ?? path), {
        method: method.toUpperCase(),
        headers: {
          ...(isJson(options.body) && { 'Content-Type': 'application/json' }),
          ...(options.as && { Authorization: `Bearer ${options.as.token}` }),
          ...options.headers,
        },
        ...(options.body !== undefined && { body: bodyOf(options.body) }),
      }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** A form says itself what it is. */
const isJson = (body: unknown): boolean => body !== undefined && !(body instanceof FormData);
const bodyOf = (body: unknown): FormData | string => (body instanceof FormData ? body : JSON.stringify(body));

export function newSigningKey(kid: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' }) as Record<string, string>;
  return { kid, privateKey, publicJwk: { ...jwk, kid, alg: 'ES256', use: 'sig' } };
}

export const signToken = (key: SigningKey, claims: object, options: SignOptions = {}): string =>
  jwt.sign(claims, key.privateKey, {
    algorithm: 'ES256',
    keyid: key.kid,
    issuer: ISSUER,
    audience: AUDIENCE,
    expiresIn: TOKEN_LIFE_SECONDS,
    ...options,
  });

const configFor = ({ addresses }: StandIns) => ({
  TRUST_PROXY: false,
  CORS_ORIGINS: false,
  RATE_LIMITS: 'off',
  PUBLIC_URL: 'http://gateway.example',
  CDN_URL: 'http://cdn.example',
  JWT_ISSUER: ISSUER,
  JWT_AUDIENCE: AUDIENCE,
  STORAGE_URL: 'http://127.0.0.1:9',
  UPLOAD_SILENCE_MS: 30_000,
  S3_BUCKET: 'pictures',
  IDENTITY_ADDRESS: addresses.identity,
  CATALOG_ADDRESS: addresses.catalog,
  MEDIA_RENDER_ADDRESS: addresses['media-render'],
  STOREFRONT_ADDRESS: addresses.storefront,
  ORDERS_PAYMENTS_ADDRESS: addresses['orders-payments'],
  FULFILLMENT_SHIPPING_ADDRESS: addresses['fulfillment-shipping'],
  PAYOUTS_ADDRESS: addresses.payouts,
});
