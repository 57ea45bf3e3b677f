import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../config.ts';
import { createSessionOf } from './session-token.ts';

const CONFIG = { JWT_ISSUER: 'an-issuer', JWT_AUDIENCE: 'an-audience' } as Config;
const EXPIRES = 2_000_000_000;
const CLAIMS = { iss: CONFIG.JWT_ISSUER, aud: CONFIG.JWT_AUDIENCE };
const CACHED_MAX = 2;
const INVALID = { status: 401, code: 'unauthenticated', message: 'The token is not valid' };

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const [own, other] = [newKey(), newKey()];
const sign = (claims: object, kid: unknown = 'key-1') =>
  jwt.sign(claims, own.privateKey, { algorithm: 'ES256', header: { alg: 'ES256', kid: kid as string } });
const bearerOf = (sid: string) => `Bearer ${sign({ ...CLAIMS, sid, exp: EXPIRES })}`;

let sessionOf: (authorization: string) => Promise<string>;
/** What every key id stands for now. */
let key: KeyObject | undefined;
let requested: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: EXPIRES * 1_000 - 1 });
  [key, requested] = [own.publicKey, []];
  const keyOf = async (kid: string) => {
    requested.push(kid);
    return key;
  };
  sessionOf = createSessionOf(CONFIG, {} as never, keyOf, CACHED_MAX);
});
afterEach(() => void vi.useRealTimers());

describe('a bearer token', () => {
  const token = sign({ ...CLAIMS, sid: 'a-session', exp: EXPIRES });

  it.each(['Bearer ', 'bearer ', 'BEARER '])('names its session after %j', async (scheme) => {
    expect(await sessionOf(scheme + token)).toBe('a-session');
    expect(requested).toEqual(['key-1']);
  });

  it.each([
    token,
    `xBearer ${token}`,
    `Bearer  ${token}`,
    `Bearer ${token} x`,
    `Bearer ${token}.x`,
    `Bearer x.${token}`,
    `Bearer ${token.slice(0, token.lastIndexOf('.') + 1)}`,
    'Bearer !.!.!',
  ])('is nothing spelt as %s', async (authorization) => {
    await expect(sessionOf(authorization)).rejects.toMatchObject(INVALID);
  });

  it.each<[string, string]>([
    ['that never expires', sign({ ...CLAIMS, sid: 's' })],
    ['without a session', sign({ ...CLAIMS, exp: EXPIRES })],
    ['with a session that is no text', sign({ ...CLAIMS, sid: 7, exp: EXPIRES })],
    ['with a key id that is no text', sign({ ...CLAIMS, sid: 's', exp: EXPIRES }, 7)],
    ['of another issuer', sign({ ...CLAIMS, iss: 'somebody', sid: 's', exp: EXPIRES })],
    ['for another audience', sign({ ...CLAIMS, aud: 'something', sid: 's', exp: EXPIRES })],
    ['that is not valid yet', sign({ ...CLAIMS, sid: 's', nbf: EXPIRES, exp: EXPIRES + 1 })],
  ])('%s is not valid', async (_what, wrong) => {
    await expect(sessionOf(`Bearer ${wrong}`)).rejects.toMatchObject(INVALID);
  });

  it('is not valid with a key that is not listed, nor with another key', async () => {
    key = undefined;
    await expect(sessionOf(`Bearer ${token}`)).rejects.toMatchObject(INVALID);
    key = other.publicKey;
    await expect(sessionOf(`Bearer ${token}`)).rejects.toMatchObject(INVALID);
  });
});

describe('a token that was found genuine', () => {
  it('is not verified again until it expires', async () => {
    const bearer = bearerOf('a-session');
    await sessionOf(bearer);
    key = other.publicKey;

    expect(await sessionOf(bearer)).toBe('a-session');
    key = own.publicKey;
    vi.setSystemTime(EXPIRES * 1_000);
    await expect(sessionOf(bearer)).rejects.toMatchObject({ ...INVALID, message: 'The token has expired' });
  });

  it('is verified again after its key was withdrawn', async () => {
    const bearer = bearerOf('a-session');
    await sessionOf(bearer);
    key = undefined;
    await expect(sessionOf(bearer)).rejects.toMatchObject(INVALID);
    key = other.publicKey;

    await expect(sessionOf(bearer)).rejects.toMatchObject(INVALID);
  });

  it('is forgotten once so many others came after it', async () => {
    const bearers = ['a', 'b', 'c'].map(bearerOf);
    for (const bearer of bearers) await sessionOf(bearer);
    key = other.publicKey;

    const known = await Promise.allSettled(bearers.map((bearer) => sessionOf(bearer)));
    expect(known.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
