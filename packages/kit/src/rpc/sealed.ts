import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key for one purpose, made from a secret that is stored nowhere beside what is encrypted under it. */
export const sealingKey = (secret: string, scope: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, scope, purpose, KEY_BYTES));

/** Encrypted and protected against changes. Layout: nonce, tag, text. */
export function sealUnder(key: Uint8Array, open: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const text = Buffer.concat([cipher.update(open), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Throws when it was sealed under another key, or changed. */
export function unsealUnder(key: Uint8Array, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
