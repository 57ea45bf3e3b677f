import { DomainError } from '@estampa/kernel/errors';
import type { Context } from '../context.ts';
import { ProviderError } from '../domain/shipping-aggregator.ts';
import { cepPrefixOf, parcelOf, QUOTE_VALID_MS, signQuote } from '@estampa/kernel/shipping-quote';
import { type Goods, type Quote, type Trip, tripOf } from '../domain/shipping-quote.ts';

type Query = { cep: string; goods: readonly Goods[]; forCheckout: boolean };
type Offered = Quote & { signedMethodId?: string | undefined };

/** What sending these goods costs now, signed so that other services with the key can sell at it; empty when no carrier takes such a parcel. */
export async function quoteShipping(
  context: Pick<Context, 'labels' | 'quote' | 'log' | 'now' | 'quoteKeys'>,
  { cep, goods, forCheckout }: Query,
): Promise<readonly Offered[]> {
  const quotes = await request(context, tripOf(cep, goods, context.labels.parcel), forCheckout);
  const [key] = context.quoteKeys;
  if (key === undefined) return quotes;
  const expiresAt = new Date(context.now().getTime() + QUOTE_VALID_MS);
  const signed = { cepPrefix: cepPrefixOf(cep), parcel: parcelOf(goods), expiresAt };
  return quotes.map((quote) => ({ ...quote, signedMethodId: signQuote({ ...quote, ...signed }, key) }));
}

async function request(
  { quote, log }: Pick<Context, 'quote' | 'log'>,
  trip: Trip,
  forCheckout: boolean,
): Promise<readonly Quote[]> {
  try {
    return await quote(trip, forCheckout ? 'checkout' : 'checking');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error }, 'shipping not quoted');
    const message = 'What shipping costs cannot be told at the moment; try again';
    throw new DomainError('unavailable', 'shipping_quotes_unavailable', message, {}, { cause: error });
  }
}
