import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import jsonwebtoken from 'jsonwebtoken';
import { createAccessTokens } from './access-tokens.ts';

// The example key of RFC 7515, appendix A.3.
const jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
};
const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
const tokens = createAccessTokens({ privateKey, issuer: 'demo', audience: 'api', lifetimeMs: 90_500 });
const noon = new Date('2030-01-01T12:00:00Z');

describe('access tokens', () => {
  it('carry exactly the promised claims', () => {
    const token = tokens.sign({ userId: 'user', sessionId: 'session', roles: ['seller'] }, noon);

    const { header, payload } = jsonwebtoken.verify(token, createPublicKey(privateKey), {
      complete: true,
      algorithms: ['ES256'],
      clockTimestamp: noon.getTime() / 1_000,
    });
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: tokens.publicKeys[0]!.kid });
    expect(payload).toEqual({
      iss: 'demo',
      aud: 'api',
      sub: 'user',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      sid: 'session',
      roles: ['seller'],
      iat: noon.getTime() / 1_000,
      exp: noon.getTime() / 1_000 + 90,
    });
  });

  it('are verified with the published key, which contains no secret', () => {
    expect(tokens.publicKeys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: jwk.x,
        y: jwk.y,
        kid: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
        alg: 'ES256',
        use: 'sig',
      },
    ]);
  });

  it('are signed with one key while others are published beside it, each once', () => {
    const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const otherKeys = [other, createPublicKey(privateKey)];
    const rotating = createAccessTokens({ privateKey, otherKeys, issuer: 'demo', audience: 'api', lifetimeMs: 90_500 });

    const token = rotating.sign({ userId: 'user', sessionId: 'session', roles: [] }, noon);

    const [active, next, ...more] = rotating.publicKeys;
    expect(active).toEqual(tokens.publicKeys[0]);
    expect(next).toMatchObject({ x: other.export({ format: 'jwk' }).x, use: 'sig' });
    expect(next).not.toHaveProperty('d');
    expect(more).toEqual([]);
    expect(jsonwebtoken.decode(token, { complete: true })?.header.kid).toBe(active?.kid);
  });
});
