import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A random secret to give away; only its hash is stored. */
export function newOpaqueToken(): { token: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  return { token, tokenHash: hashOf(token) };
}

/** Tokens are found by hash, so the duration of a query reveals nothing about the token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
