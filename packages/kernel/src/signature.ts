import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 of a content; its purpose keeps it from being taken for another text that was signed with the same key. */
export const signatureOf = (purpose: string, content: string | Uint8Array, key: string): Buffer =>
  createHmac('sha256', key).update(`${purpose}\n`).update(content).digest();

/** Whether one of the keys, of which there are two during a rotation, signed the content for this purpose; in constant time. */
export const isSignedByOneOf = (
  keys: readonly string[],
  { purpose, content, given }: { purpose: string; content: string | Uint8Array; given: Uint8Array },
): boolean =>
  keys.some((key) => {
    const expected = signatureOf(purpose, content, key);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
