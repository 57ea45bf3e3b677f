import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clients } from '../clients/clients.ts';

/** How long a response is valid: a withdrawn key works for no longer than this. */
export const LISTED_FOR_MS = 60_000;
/** However many unknown key ids come, identity is queried for its keys no more often than this. */
const QUERY_EVERY_MS = 1_000;

export type KeyOf = (kid: string) => Promise<KeyObject | undefined>;

/** The public keys of tokens: exactly those that identity lists, fetched every minute and when an unknown key id arrives. */
export function createKeyRing({ auth }: Pick<Clients, 'auth'>, now: () => number = () => performance.now()): KeyOf {
  let listed: ReadonlyMap<string, KeyObject> = new Map();
  /** When the listed keys were requested. */
  let listedAt = -Infinity;
  let requestedAt = -Infinity;
  let next: Promise<void> | null = null;

  const request = async (): Promise<void> => {
    await pause(Math.max(0, requestedAt + QUERY_EVERY_MS - now()));
    const at = now();
    requestedAt = at;
    // Callers from here on wait for the next response: their key may be newer than this one.
    next = null;
    const { keys } = await auth.listSigningKeys({});
    if (at < listedAt) return;
    listed = new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: { ...jwk }, format: 'jwk' })]));
    listedAt = at;
  };

  return async (kid) => {
    const isFresh = listedAt + LISTED_FOR_MS > now();
    if (!isFresh || !listed.has(kid)) await (next ??= request());
    return listed.get(kid);
  };
}
