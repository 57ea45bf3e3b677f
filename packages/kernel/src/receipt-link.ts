import { isUuid } from './ids.ts';
import { isSignedByOneOf, signatureOf } from './signature.ts';

const PURPOSE = 'estampa receipt 1';
const DAY_MS = 24 * 60 * 60_000;
const SECOND_MS = 1_000;
/** A link is valid so long, and until the end of that day: all links of one day are the same text. */
const VALID_DAYS = 180;
const ID_BYTES = 16;
const EXPIRY_BYTES = 4;
const ID_GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** An order and until when its receipt is shown, as a text that only a holder of the key can make. */
export function receiptToken(orderId: string, now: Date, key: string): string {
  const expiresAt = (Math.floor(now.getTime() / DAY_MS) + VALID_DAYS + 1) * DAY_MS;
  const named = Buffer.alloc(ID_BYTES + EXPIRY_BYTES);
  named.write(orderId.replaceAll('-', ''), 'hex');
  named.writeUInt32BE(expiresAt / SECOND_MS, ID_BYTES);
  return `${named.toString('base64url')}.${signatureOf(PURPOSE, named, key).toString('base64url')}`;
}

/** The order that the token names; null if none of the keys signed it, or it has expired. */
export function orderOfReceipt(token: string, now: Date, keys: readonly string[]): string | null {
  const [named, given] = token.split('.', 2).map((part) => Buffer.from(part, 'base64url'));
  if (!named || !given || named.length !== ID_BYTES + EXPIRY_BYTES) return null;
  // Several texts decode to the same bytes.
  if (token !== `${named.toString('base64url')}.${given.toString('base64url')}`) return null;
  const isOurs = isSignedByOneOf(keys, { purpose: PURPOSE, content: named, given });
  if (!isOurs || named.readUInt32BE(ID_BYTES) * SECOND_MS <= now.getTime()) return null;
  const id = named.toString('hex', 0, ID_BYTES).replace(ID_GROUPS, '$1-$2-$3-$4-$5');
  return isUuid(id) ? id : null;
}
