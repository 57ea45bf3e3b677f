import { createHash, createHmac } from 'node:crypto';
import type { IdempotencyKey } from './call.ts';
import { sealingKey, sealUnder, unsealUnder } from './sealed.ts';

const RESPONSE = 'estampa idempotency answer';
const BODY = 'estampa idempotency body';

/** Only the digest of an idempotency key is stored, so that the stored response is of use to nobody but who sent the key. */
export const digestOf = ({ key, scope }: IdempotencyKey): string =>
  createHash('sha256').update(`${scope}\n${key}`).digest('hex');

/** Tells one body from another, and nothing else: a body may hold a password, and the client's key is not stored. */
export const bodyMacOf = (key: IdempotencyKey): string =>
  createHmac('sha256', secretOf(key, BODY)).update(key.bodyDigest).digest('hex');

const SHARES = 65_536;

/** Whose key it is: a user, or an address. */
export const ownerOf = ({ scope }: IdempotencyKey): string => /^(address )?\S+/.exec(scope)?.[0] ?? scope;

/** Who shares a bound with the caller of a request; many do, so that it says of nobody what they ask. */
export const shareOf = (key: IdempotencyKey): number =>
  createHash('sha256').update(ownerOf(key)).digest().readUInt32BE() % SHARES;

/** A response may hold tokens: it is encrypted under the client's own key. */
export const seal = (response: Buffer, key: IdempotencyKey): Buffer => sealUnder(secretOf(key, RESPONSE), response);

export const unseal = (sealed: Buffer, key: IdempotencyKey): Buffer => unsealUnder(secretOf(key, RESPONSE), sealed);

const secretOf = ({ key, scope }: IdempotencyKey, purpose: string): Uint8Array => sealingKey(key, scope, purpose);
