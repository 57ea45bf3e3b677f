import { createHash, createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import type { SigningKey } from '@estampa/contracts/identity/v1/auth';
import jsonwebtoken from 'jsonwebtoken';

export type AccessTokens = {
  sign(bearer: Bearer, now: Date): string;
  lifetimeSeconds: number;
  /** The key that signs now, then the others. */
  publicKeys: SigningKey[];
};

type Bearer = { userId: string; sessionId: string; roles: readonly string[] };

type Options = {
  privateKey: KeyObject;
  otherKeys?: readonly KeyObject[];
  issuer: string;
  audience: string;
  lifetimeMs: number;
};

const MS_PER_SECOND = 1_000;

/** Signs ES256 tokens; the roles in them are a hint for clients, never the last word. */
export function createAccessTokens({
  privateKey,
  otherKeys = [],
  issuer,
  audience,
  lifetimeMs,
}: Options): AccessTokens {
  const active = publicKeyOf(createPublicKey(privateKey));
  const others = otherKeys.map(publicKeyOf).filter(({ kid }) => kid !== active.kid);
  const lifetimeSeconds = Math.floor(lifetimeMs / MS_PER_SECOND);
  return {
    publicKeys: [active, ...others],
    lifetimeSeconds,
    sign: ({ userId, sessionId, roles }, now) =>
      jsonwebtoken.sign({ sid: sessionId, roles, iat: Math.floor(now.getTime() / MS_PER_SECOND) }, privateKey, {
        algorithm: 'ES256',
        keyid: active.kid,
        issuer,
        audience,
        subject: userId,
        jwtid: randomUUID(),
        expiresIn: lifetimeSeconds,
      }),
  };
}

/** The public half as a JSON Web Key; its id is its thumbprint (RFC 7638). */
function publicKeyOf(key: KeyObject): SigningKey {
  const { crv = '', kty = '', x = '', y = '' } = key.export({ format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { kty, crv, x, y, kid: thumbprint, alg: 'ES256', use: 'sig' };
}
