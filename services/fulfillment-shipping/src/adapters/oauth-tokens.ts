import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@estampa/kit/telemetry/log';
import type { TokenStore } from '../db/carrier-token-repository.ts';
import { type Granted, isRenewalDue, type StoredTokens, usable, wasJustRejected } from '../domain/oauth-tokens.ts';
import { ProviderError } from '../domain/shipping-aggregator.ts';
import type { AccessTokens } from './access-tokens.ts';

/** How often to check whether another replica has got new tokens. */
const POLL_EVERY_MS = 100;
/** To store what the provider gave. */
const STORING_MS = 5_000;
const STORING_TRIES = 10;

type Options = {
  store: TokenStore;
  /** Sends the provider one request, within `timeoutMs`; an `auth` error says that it does not take the refresh token. */
  renew: (refreshToken: string) => Promise<Granted>;
  timeoutMs: number;
  now: () => Date;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
};

export type RenewedTokens = AccessTokens & { renewInBackground(): Promise<void> };

/**
 * Tokens that are renewed before they end and once they are rejected, by one replica at a time. Every renewal ends the tokens
 * before it, also those of other replicas: they have one request rejected and read the new ones. A replica that dies between the
 * provider's response and storing it takes the only refresh token along: the next renewal is rejected, requests fail as `auth`
 * and are retried, and an operator has to authorise the application anew (`MELHORENVIO_REFRESH_TOKEN`).
 */
export function oauthTokens({ store, renew, timeoutMs, now, log }: Options): RenewedTokens {
  let known: StoredTokens | null = null;

  const renewed = async (seen: StoredTokens): Promise<StoredTokens> => {
    if (wasJustRejected(seen, now())) throw rejected();
    const giveUpAt = now().getTime() + timeoutMs;
    while (!(await store.claim(seen, now(), new Date(now().getTime() + timeoutMs + STORING_MS)))) {
      if (now().getTime() > giveUpAt)
        throw new ProviderError('retryable', 'Our account at the carrier is being renewed');
      await pause(POLL_EVERY_MS);
      const other = await store.read();
      if (other.version !== seen.version) return other;
      if (wasJustRejected(other, now())) throw rejected();
    }
    return save(seen, await request(seen));
  };

  const request = async (seen: StoredTokens): Promise<Granted> => {
    try {
      return await renew(seen.refreshToken);
    } catch (error) {
      const isRejected = error instanceof ProviderError && error.kind === 'auth';
      await store.release(seen, isRejected ? now() : null);
      if (isRejected) log.error('the refresh token was rejected: authorize the application again');
      throw error;
    }
  };

  /** There is nothing left but these tokens, so a database that is away is waited for. */
  const save = async (seen: StoredTokens, granted: Granted): Promise<StoredTokens> => {
    for (let tried = 1; ; tried += 1) {
      try {
        await store.save(seen, granted, now());
        log.info('the account at the carrier was renewed');
        return await store.read();
      } catch (error) {
        if (tried === STORING_TRIES) throw error;
        log.warn({ err: error, tried }, 'renewed tokens not stored yet');
        await pause(STORING_MS / STORING_TRIES);
      }
    }
  };

  /** A token that another replica got in the meantime counts; the rejected one does not. */
  const find = async (rejectedToken: string | null): Promise<string> => {
    known = await store.read();
    const found = usable(known, now());
    if (found && found !== rejectedToken) return found;
    known = await renewed(known);
    const fresh = usable(known, now());
    if (!fresh || fresh === rejectedToken) throw rejected();
    return fresh;
  };

  return {
    current: async () => (known && usable(known, now())) ?? find(null),
    instead: find,
    async renewInBackground() {
      known = await store.read();
      if (isRenewalDue(known, now())) known = await renewed(known);
    },
  };
}

const rejected = () => new ProviderError('auth', 'The carrier does not accept our account');
