import { createHash, createHmac } from 'node:crypto';
import type { IdempotencyKey } from './call.ts';
import { sealingKey, sealUnder, unsealUnder } from './sealed.ts';

const RESPONSE = 'estampa idempotency answer';
const BODY = 'estampa idempotency body';

/** Only the digest of an idempotency key is stored, so that only the sender of the key can read the stored response. */
export const digestOf = ({ key, scope }: IdempotencyKey): string =>
  createHash('sha256').update(`${scope}\n${key}`).digest('hex');

/** Distinguishes bodies, and nothing else: a body may contain a password, and the client's key is not stored. */
export const bodyMacOf = (key: IdempotencyKey): string =>
  createHmac('sha256', secretOf(key, BODY)).update(key.bodyDigest).digest('hex');

const SHARES = 65_536;

/** Whose key it is: a user, or an address. */
export const ownerOf = ({ scope }: IdempotencyKey): string => /^(address )?\S+/.exec(scope)?.[0] ?? scope;

/** The group of callers that shares a bound with this one; it has many, so that it identifies none of them. */
export const shareOf = (key: IdempotencyKey): number =>
  createHash('sha256').update(ownerOf(key)).digest().readUInt32BE() % SHARES;

/** A response may contain tokens: it is encrypted under the client's own key. */
export const seal = (response: Buffer, key: IdempotencyKey): Buffer => sealUnder(secretOf(key, RESPONSE), response);

export const unseal = (sealed: Buffer, key: IdempotencyKey): Buffer => unsealUnder(secretOf(key, RESPONSE), sealed);

const secretOf = ({ key, scope }: IdempotencyKey, purpose: string): Uint8Array => sealingKey(key, scope, purpose);
