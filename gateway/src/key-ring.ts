import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Clients } from './clients.ts';

/** An unknown key id makes us ask identity for its keys again, at most this often. */
const ASKED_EVERY_MS = 5_000;
/** Replicas of identity may know different keys while keys change, so several are asked about one that is unknown. */
const ASKED_AT_ONCE = 3;
/** Longer than any token lives, so that a token outlasts the key's retirement. */
const KEPT_MS = 24 * 3_600_000;
const KEPT_KEYS = 32;

/** The public keys of tokens: what is learnt is added to what is known. */
export function createKeyRing({ auth }: Pick<Clients, 'auth'>): (kid: string) => Promise<KeyObject | undefined> {
  const known = new Map<string, { key: KeyObject; until: number }>();
  let asking: Promise<void> | null = null;
  let askAgainAt = -Infinity;

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

  const ask = async (kid: string): Promise<void> => {
    for (let times = 0; times < ASKED_AT_ONCE && !keyOf(kid); times += 1) await merge();
    askAgainAt = performance.now() + ASKED_EVERY_MS;
  };

  return async (kid) => {
    const found = keyOf(kid);
    if (found) return found;
    if (!asking && performance.now() < askAgainAt) return undefined;
    // Everybody who comes meanwhile waits for the same answer.
    asking ??= ask(kid).finally(() => (asking = null));
    await asking;
    return keyOf(kid);
  };
}
