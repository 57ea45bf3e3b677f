import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import jwt from 'jsonwebtoken';
import type { Clients } from '../../src/clients/clients.ts';
import type { Config } from '../../src/config.ts';
import { createKeyRing, LISTED_FOR_MS } from '../../src/access/key-ring.ts';
import { createSessionOf } from '../../src/access/session-token.ts';
import { AUDIENCE, ISSUER, newSigningKey, signToken, startGateway, type TestGateway } from '../gateway.ts';

const ME = { method: 'get', path: '/auth/me' } as const;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const unsigned = (header: unknown, payload: unknown) => `${part(header)}.${part(payload)}.${part('signature')}`;

type Case = readonly [name: string, token: (sid: string) => string];

const rejected: readonly Case[] = [
  ['expired', (sid) => signToken(gateway.key, { sid }, { expiresIn: -1 })],
  ['not valid yet', (sid) => signToken(gateway.key, { sid }, { notBefore: 60 })],
  ['of another key under the same key id', (sid) => signToken(newSigningKey(gateway.key.kid), { sid })],
  ['of a key that nobody knows', (sid) => signToken(newSigningKey('key-9'), { sid })],
  ['of another issuer', (sid) => signToken(gateway.key, { sid }, { issuer: 'somebody' })],
  ['for another audience', (sid) => signToken(gateway.key, { sid }, { audience: 'something' })],
  ['without a session', () => signToken(gateway.key, { sub: 'a-user' })],
  ['with a session that is no text', () => signToken(gateway.key, { sid: 7 })],
  [
    'unsigned',
    (sid) => jwt.sign({ sid }, '', { algorithm: 'none', keyid: gateway.key.kid, issuer: ISSUER, audience: AUDIENCE }),
  ],
  ['signed with the public key as a shared secret', (sid) => hs256({ sid })],
  ['signed with RSA', (sid) => rs256({ sid })],
  [
    'changed after signing',
    (sid) =>
      signToken(gateway.key, { sid: 'another' }).replace(/\.[^.]+\./, `.${part({ sid, aud: AUDIENCE, iss: ISSUER })}.`),
  ],
  ['not a token', () => 'token'],
  ['of two parts', () => 'a.b'],
  ['with a header that is no JSON', () => unsigned('{', { sid: 'x' })],
  ['with a body that is no JSON', () => unsigned({ alg: 'ES256', typ: 'JWT', kid: gateway.key.kid }, '{')],
  ['with a key id that is no text', () => unsigned({ alg: 'ES256', typ: 'JWT', kid: {} }, { sid: 'x' })],
  ['without a key id', (sid) => jwt.sign({ sid }, gateway.key.privateKey, { algorithm: 'ES256' })],
];

describe('a token', () => {
  it('authenticates its user', async () => {
    const response = await gateway.send(ME, { as: gateway.person('customer') });

    expect(response.status).toBe(200);
  });

  it.each(rejected)('%s is rejected', async (_name, token) => {
    const { sessionId } = gateway.person('customer');
    const response = await gateway.send(ME, { headers: { Authorization: `Bearer ${token(sessionId)}` } });

    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, 'unauthenticated']);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each(['', 'Bearer', 'Basic dXNlcjpwYXNz', 'Bearer a b c'])('is no token as %j', async (authorization) => {
    const response = await gateway.send(ME, { headers: { Authorization: authorization } });

    expect(response.status).toBe(401);
  });
});

describe('a token that was found genuine', () => {
  it('is good until it expires, and no longer', async () => {
    const { sessionId } = gateway.person('customer');
    const token = signToken(gateway.key, { sid: sessionId }, { expiresIn: 2 });
    const me = () => gateway.send(ME, { headers: { Authorization: `Bearer ${token}` } });
    expect((await me()).status).toBe(200);

    const { message } = await eventually(async () => {
      const response = await me();
      return response.status === 401 && ((await response.json()) as { message: string });
    });
    expect(message).toBe('The token has expired');
  });
});

describe('signing keys', () => {
  it('are fetched when a token names an unknown one, even just after the last fetch', async () => {
    await using own = await startGateway();
    const { sessionId } = own.person('customer');
    const other = newSigningKey('key-2');
    let requested = 0;
    own.services.reply('auth.listSigningKeys', () => ({
      keys: [own.key, other].slice(0, (requested += 1)).map(({ publicJwk }) => publicJwk),
    }));

    const bearers = [own.key, other, own.key].map((key) => `Bearer ${signToken(key, { sid: sessionId })}`);
    const statuses = [];
    for (const Authorization of bearers) statuses.push((await own.send(ME, { headers: { Authorization } })).status);

    expect([statuses, requested]).toEqual([[200, 200, 200], 2]);
  });

  it('are good for no longer than identity lists them: a minute, also for a token that was found genuine', async () => {
    let [now, keys] = [0, [gateway.key.publicJwk]];
    const auth = { listSigningKeys: async () => ({ keys }) } as unknown as Clients['auth'];
    const config = { JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE } as Config;
    const sessionOf = createSessionOf(
      config,
      { auth },
      createKeyRing({ auth }, () => now),
    );
    const bearer = `Bearer ${signToken(gateway.key, { sid: 'a-session' })}`;
    expect(await sessionOf(bearer)).toBe('a-session');

    keys = [newSigningKey('key-2').publicJwk];
    now = LISTED_FOR_MS - 1;
    expect(await sessionOf(bearer)).toBe('a-session');
    now = LISTED_FOR_MS;
    await expect(sessionOf(bearer)).rejects.toMatchObject({ status: 401 });
  });

  it('are fetched three times at most for many tokens with unknown keys', async () => {
    await using own = await startGateway();
    const strange = Array.from({ length: 50 }, () => signToken(newSigningKey(randomUUID()), { sid: 'x' }));
    await Promise.all(strange.map((token) => own.send(ME, { headers: { Authorization: `Bearer ${token}` } })));

    const requested = own.services.requested.filter(({ method }) => method === 'auth.listSigningKeys');
    expect(requested.length).toBeLessThanOrEqual(3);
  });
});

describe('roles', () => {
  it('that no person has are not taken from identity', async () => {
    const impostor = gateway.person('customer', 'service', 'root');
    await gateway.send({ method: 'get', path: '/users/me' }, { as: impostor });

    const { call } = gateway.services.requested.findLast(({ method }) => method === 'users.getUser')!;
    expect(call.caller?.roles).toEqual(['customer']);
  });
});

const header = { keyid: 'key-1', issuer: ISSUER, audience: AUDIENCE } as const;

/** The library rejects to make one, as it should. */
function hs256(claims: object): string {
  const payload = { ...claims, iss: ISSUER, aud: AUDIENCE, exp: Math.floor(Date.now() / 1_000) + 60 };
  const signed = `${part({ alg: 'HS256', typ: 'JWT', kid: gateway.key.kid })}.${part(payload)}`;
  return `${signed}.${createHmac('sha256', JSON.stringify(gateway.key.publicJwk)).update(signed).digest('base64url')}`;
}

const rs256 = (claims: object): string =>
  jwt.sign(claims, generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey, { ...header, algorithm: 'RS256' });
