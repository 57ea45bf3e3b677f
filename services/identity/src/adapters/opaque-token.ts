import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A random secret to give away; only its hash is kept. */
export function newOpaqueToken(): { token: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  return { token, tokenHash: hashOf(token) };
}

/** Tokens are looked up by hash, so the time of a look-up tells nothing about the token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
