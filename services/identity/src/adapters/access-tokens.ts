import { createHash, createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import type { SigningKey } from '@estampa/contracts/identity/v1/identity';
import jsonwebtoken from 'jsonwebtoken';

export type AccessTokens = {
  sign(bearer: Bearer, now: Date): string;
  lifetimeSeconds: number;
  publicKey: SigningKey;
};

type Bearer = { userId: string; sessionId: string; roles: readonly string[] };

type Options = { privateKey: KeyObject; issuer: string; audience: string; lifetimeMs: number };

const MS_PER_SECOND = 1_000;

/** Signs ES256 tokens; the roles in them are a hint for clients, never the last word. */
export function createAccessTokens({ privateKey, issuer, audience, lifetimeMs }: Options): AccessTokens {
  const publicKey = publicKeyOf(privateKey);
  const lifetimeSeconds = Math.floor(lifetimeMs / MS_PER_SECOND);
  return {
    publicKey,
    lifetimeSeconds,
    sign: ({ userId, sessionId, roles }, now) =>
      jsonwebtoken.sign({ sid: sessionId, roles, iat: Math.floor(now.getTime() / MS_PER_SECOND) }, privateKey, {
        algorithm: 'ES256',
        keyid: publicKey.kid,
        issuer,
        audience,
        subject: userId,
        jwtid: randomUUID(),
        expiresIn: lifetimeSeconds,
      }),
  };
}

/** The public half as a JSON Web Key; its id is its thumbprint (RFC 7638). */
function publicKeyOf(privateKey: KeyObject): SigningKey {
  const { crv = '', kty = '', x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { kty, crv, x, y, kid: thumbprint, alg: 'ES256', use: 'sig' };
}
