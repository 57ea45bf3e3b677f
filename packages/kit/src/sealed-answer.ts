import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { IdempotencyKey } from './call.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ANSWER = 'estampa idempotency answer';
const BODY = 'estampa idempotency body';

/** Only the digest of an idempotency key is stored, so that the stored answer is of use to nobody but who sent the key. */
export const digestOf = ({ key, scope }: IdempotencyKey): string =>
  createHash('sha256').update(`${scope}\n${key}`).digest('hex');

/** Tells one body from another, and nothing else: a body may hold a password, and the client's key is not stored. */
export const bodyMacOf = (key: IdempotencyKey): string =>
  createHmac('sha256', secretOf(key, BODY)).update(key.bodyDigest).digest('hex');

/** An answer may hold tokens: it is encrypted under the client's own key. Layout: nonce, tag, text. */
export function seal(answer: Buffer, key: IdempotencyKey): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secretOf(key, ANSWER), nonce);
  const text = Buffer.concat([cipher.update(answer), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

export function unseal(sealed: Buffer, key: IdempotencyKey): Buffer {
  const decipher = createDecipheriv(CIPHER, secretOf(key, ANSWER), sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

const secretOf = ({ key, scope }: IdempotencyKey, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, scope, purpose, KEY_BYTES));
