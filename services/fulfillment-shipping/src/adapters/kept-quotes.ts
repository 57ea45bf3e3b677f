import { DomainError } from '@estampa/kernel/errors';
import { priceKey, type Quote, type Trip } from '../domain/shipping-quote.ts';

export const QUOTES_KEPT_MS = 600_000;
const QUOTES_KEPT_MAX = 10_000;
/** Of one replica: the aggregator takes 250 a minute from all of us, and labels need theirs. The rest of it is for orders. */
export const ASKED_PER_MINUTE_MAX = { looking: 40, checkout: 60 } as const;
const MINUTE_MS = 60_000;

type Ask = (trip: Trip) => Promise<readonly Quote[]>;
export type QuotePurpose = keyof typeof ASKED_PER_MINUTE_MAX;
export type AskKept = (trip: Trip, purpose: QuotePurpose) => Promise<readonly Quote[]>;
type Kept = { quotes: Promise<readonly Quote[]>; until: number };

/**
 * Asks once for all who want to know the same at one time or soon after; a failure is not kept. However many look, an order
 * that is being placed can still ask.
 */
export function keptQuotes(ask: Ask, now: () => Date): AskKept {
  const kept = new Map<string, Kept>();
  const mayAsk = limited(now);

  return (trip, purpose) => {
    const key = priceKey(trip);
    const at = now().getTime();
    const known = kept.get(key);
    if (known && known.until > at) return known.quotes;

    mayAsk(purpose);
    const entry = { quotes: ask(trip), until: at + QUOTES_KEPT_MS };
    kept.delete(key);
    kept.set(key, entry);
    if (kept.size > QUOTES_KEPT_MAX) kept.delete(kept.keys().next().value!);
    entry.quotes.catch(() => kept.get(key) === entry && kept.delete(key));
    return entry.quotes;
  };
}

function limited(now: () => Date): (purpose: QuotePurpose) => void {
  let minute = 0;
  let asked = 0;
  return (purpose) => {
    const at = now().getTime();
    const current = Math.floor(at / MINUTE_MS);
    if (current !== minute) asked = 0;
    minute = current;
    if (asked < ASKED_PER_MINUTE_MAX[purpose]) return void (asked += 1);
    const retryAfterSeconds = ((current + 1) * MINUTE_MS - at) / 1_000;
    throw new DomainError('busy', 'too_many_quotes', 'Too many prices are asked for at the moment; try again', {
      retryAfterSeconds,
    });
  };
}
