import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clients } from './clients.ts';

/** However many unknown key ids come, identity is asked for its keys no more often. */
const ASKED_EVERY_MS = 1_000;
/** Longer than any token lives, so that a token outlasts the key's retirement. */
const KEPT_MS = 24 * 3_600_000;
const KEPT_KEYS = 32;

/** The public keys of tokens: what is learnt is added to what is known. */
export function createKeyRing({ auth }: Pick<Clients, 'auth'>): (kid: string) => Promise<KeyObject | undefined> {
  const known = new Map<string, { key: KeyObject; until: number }>();
  let next: Promise<void> | null = null;
  let askedAt = -Infinity;

  const keyOf = (kid: string): KeyObject | undefined => {
    const found = known.get(kid);
    return found && found.until > performance.now() ? found.key : undefined;
  };

  const merge = async (): Promise<void> => {
    const { keys } = await auth.listSigningKeys({});
    for (const jwk of keys) {
      // The one told last is the last to go.
      known.delete(jwk.kid);
      known.set(jwk.kid, {
        key: createPublicKey({ key: { ...jwk }, format: 'jwk' }),
        until: performance.now() + KEPT_MS,
      });
    }
    while (known.size > KEPT_KEYS) known.delete(known.keys().next().value!);
  };

  const ask = async (): Promise<void> => {
    await pause(Math.max(0, askedAt + ASKED_EVERY_MS - performance.now()));
    askedAt = performance.now();
    // Who comes from here on waits for a later answer: their key may be newer than this one.
    next = null;
    await merge();
  };

  return async (kid) => {
    const found = keyOf(kid);
    if (found) return found;
    await (next ??= ask());
    return keyOf(kid);
  };
}
