import type { KeyObject } from 'node:crypto';
import { DomainError } from '@estampa/kernel/errors';
import type { Caller, Role } from '@estampa/kit/call';
import jwt from 'jsonwebtoken';
import type { CallerCache } from './caller-cache.ts';
import type { Clients } from './clients.ts';
import type { Config } from './config.ts';
import { createKeyRing } from './key-ring.ts';
import { HttpProblem } from './problems.ts';
import type { AuthClass } from './route.ts';

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
  const kid = token && keyIdOf(token);
  const key = kid && (await keyOf(kid));
  if (!token || !key) throw unauthenticated('The token is not valid');
  try {
    const claims = jwt.verify(token, key, {
      algorithms: ['ES256'],
      issuer: config.JWT_ISSUER,
      audience: config.JWT_AUDIENCE,
    });
    if (typeof claims === 'object' && typeof claims['sid'] === 'string') return claims['sid'];
  } catch (error) {
    throw unauthenticated(error instanceof jwt.TokenExpiredError ? 'The token has expired' : 'The token is not valid');
  }
  throw unauthenticated('The token is not valid');
}

function keyIdOf(token: string): string | undefined {
  try {
    const kid: unknown = jwt.decode(token, { complete: true })?.header.kid;
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}

const unauthenticated = (message: string) => new HttpProblem(401, 'unauthenticated', message);
