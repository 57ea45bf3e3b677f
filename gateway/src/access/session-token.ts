import jwt from 'jsonwebtoken';
import type { Clients } from '../clients/clients.ts';
import type { Config } from '../config.ts';
import { GenuineTokens, type Session } from './genuine-tokens.ts';
import { createKeyRing, type KeyOf } from './key-ring.ts';
import { HttpProblem } from '../http/problems.ts';

/** Some 600 bytes each. */
const CACHED_TOKENS = 10_000;
const MS_PER_SECOND = 1_000;

/**
 * Which session a bearer token names, once its signature, issuer, audience and time are right. A token that was found genuine
 * stays so until it expires or its key is withdrawn, so each is checked once: a signature costs as much as all else of a small request.
 */
export function createSessionOf(
  config: Config,
  clients: Pick<Clients, 'auth'>,
  keyOf: KeyOf = createKeyRing(clients),
  cachedMax = CACHED_TOKENS,
): (authorization: string) => Promise<string> {
  const genuine = new GenuineTokens(cachedMax);

  return async (authorization) => {
    const known = genuine.get(authorization);
    if (known && known.expiresAt > Date.now() && (await keyOf(known.kid))) return known.id;
    genuine.delete(authorization);

    const session = await verify(authorization, config, keyOf);
    genuine.add(authorization, session);
    return session.id;
  };
}

async function verify(authorization: string, config: Config, keyOf: KeyOf): Promise<Session> {
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
    if (typeof claims === 'object' && typeof claims['sid'] === 'string' && claims.exp !== undefined) {
      return { id: claims['sid'], kid, expiresAt: claims.exp * MS_PER_SECOND };
    }
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

export const unauthenticated = (message: string): HttpProblem => new HttpProblem(401, 'unauthenticated', message);
