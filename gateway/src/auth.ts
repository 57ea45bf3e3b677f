import { createPublicKey, type KeyObject } from 'node:crypto';
import { DomainError } from '@estampa/kernel/errors';
import type { Caller, Role } from '@estampa/kit/call';
import jwt from 'jsonwebtoken';
import type { CallerCache } from './caller-cache.ts';
import type { Clients } from './clients.ts';
import type { Config } from './config.ts';
import { HttpProblem } from './problems.ts';
import type { AuthClass } from './route.ts';

/** An unknown key id makes us ask identity for its keys again, at most this often. */
const KEYS_ASKED_EVERY_MS = 5_000;

export type Authenticate = (auth: AuthClass, authorization: string | undefined) => Promise<Caller | null>;

/** Verifies the token, then asks who stands behind its session now: the roles in a token are only a hint. */
export function createAuthenticate(config: Config, clients: Clients, callers: CallerCache): Authenticate {
  const keyOf = createKeyRing(clients);

  return async (auth, authorization) => {
    if (auth === 'none') return null;
    if (authorization === undefined) {
      if (auth === 'optional') return null;
      throw unauthenticated('Send a bearer token');
    }
    const sessionId = await verify(authorization, config, keyOf);
    const caller = await callers.get(sessionId);
    if (!caller) throw unauthenticated('The session has ended; sign in again');
    if (!isAllowed(auth, caller.roles)) throw new DomainError('forbidden', 'forbidden', 'You may not do this');
    return caller;
  };
}

const NEEDS: Readonly<Record<AuthClass, readonly Role[]>> = {
  none: [],
  optional: [],
  user: [],
  seller: ['seller', 'admin'],
  admin: ['admin'],
};

const isAllowed = (auth: AuthClass, roles: readonly Role[]): boolean =>
  NEEDS[auth].length === 0 || NEEDS[auth].some((role) => roles.includes(role));

async function verify(
  authorization: string,
  config: Config,
  keyOf: (kid: string) => Promise<KeyObject | undefined>,
): Promise<string> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  const kid = token && jwt.decode(token, { complete: true })?.header.kid;
  const key = kid && (await keyOf(kid));
  if (!token || !key) throw unauthenticated('The token is not valid');
  try {
    const claims = jwt.verify(token, key, {
      algorithms: ['ES256'],
      issuer: config.JWT_ISSUER,
      audience: config.JWT_AUDIENCE,
    });
    return (claims as { sid: string }).sid;
  } catch (error) {
    throw unauthenticated(error instanceof jwt.TokenExpiredError ? 'The token has expired' : 'The token is not valid');
  }
}

function createKeyRing(clients: Clients): (kid: string) => Promise<KeyObject | undefined> {
  let keys = Promise.resolve(new Map<string, KeyObject>());
  let askAgainAt = 0;
  return async (kid) => {
    const known = (await keys).get(kid);
    if (known || Date.now() < askAgainAt) return known ?? (await keys).get(kid);

    askAgainAt = Date.now() + KEYS_ASKED_EVERY_MS;
    const before = keys;
    // Everybody who comes meanwhile waits for the same answer.
    keys = fetchKeys(clients).catch((error: unknown) => {
      askAgainAt = 0;
      keys = before;
      throw error;
    });
    return (await keys).get(kid);
  };
}

async function fetchKeys(clients: Clients): Promise<Map<string, KeyObject>> {
  const { keys } = await clients.auth.listSigningKeys({});
  return new Map(keys.map((key) => [key.kid, createPublicKey({ key: { ...key }, format: 'jwk' })]));
}

const unauthenticated = (message: string) => new HttpProblem(401, 'unauthenticated', message);
