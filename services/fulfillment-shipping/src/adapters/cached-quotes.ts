import { DomainError } from '@estampa/kernel/errors';
import { priceKey, type Quote, type Trip } from '../domain/shipping-quote.ts';

export const QUOTES_CACHED_MS = 600_000;
/** Of one replica: the aggregator takes 250 a minute from all of us, and labels need theirs. The rest of it is for orders. */
export const REQUESTS_PER_MINUTE_MAX = { checking: 40, checkout: 60 } as const;
const MINUTE_MS = 60_000;

type FetchQuotes = (trip: Trip) => Promise<readonly Quote[]>;
export type QuotePurpose = keyof typeof REQUESTS_PER_MINUTE_MAX;
export type QuotesRequest = (trip: Trip, purpose: QuotePurpose) => Promise<readonly Quote[]>;
type Cached = { quotes: Promise<readonly Quote[]>; until: number };

/**
 * Sends one request for all who need the same quote at one time or soon after; a failure is not cached. However many visitors there are, an order
 * that is being placed still gets its quote. No more are cached than may be requested in ten minutes.
 */
export function cachedQuotes(request: FetchQuotes, now: () => Date): QuotesRequest {
  const cached = new Map<string, Cached>();
  const mayRequest = limited(now);

  return (trip, purpose) => {
    const key = priceKey(trip);
    const at = now().getTime();
    const known = cached.get(key);
    if (known && known.until > at) return known.quotes;

    mayRequest(purpose);
    forgetEnded(cached, at);
    const entry = { quotes: request(trip), until: at + QUOTES_CACHED_MS };
    cached.set(key, entry);
    entry.quotes.catch(() => cached.get(key) === entry && cached.delete(key));
    return entry.quotes;
  };
}

/** The oldest come first. */
function forgetEnded(cached: Map<string, Cached>, at: number): void {
  for (const [key, { until }] of cached) {
    if (until > at) return;
    cached.delete(key);
  }
}

function limited(now: () => Date): (purpose: QuotePurpose) => void {
  let minute = 0;
  let requested = 0;
  return (purpose) => {
    const at = now().getTime();
    const current = Math.floor(at / MINUTE_MS);
    if (current !== minute) requested = 0;
    minute = current;
    if (requested < REQUESTS_PER_MINUTE_MAX[purpose]) return void (requested += 1);
    const retryAfterSeconds = ((current + 1) * MINUTE_MS - at) / 1_000;
    throw new DomainError('busy', 'too_many_quotes', 'Too many prices are asked for at the moment; try again', {
      retryAfterSeconds,
    });
  };
}
