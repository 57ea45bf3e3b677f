import { DomainError } from '@estampa/kernel/errors';
import type { Context } from '../context.ts';
import { ProviderError } from '../domain/shipping-aggregator.ts';
import { type Goods, type Quote, tripOf } from '../domain/shipping-quote.ts';

/** What sending these goods costs now; none when nobody takes such a parcel. */
export async function quoteShipping(
  { labels, quote, log }: Pick<Context, 'labels' | 'quote' | 'log'>,
  cep: string,
  goods: readonly Goods[],
): Promise<readonly Quote[]> {
  const trip = tripOf(cep, goods, labels.parcel);
  try {
    return await quote(trip);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error }, 'shipping not quoted');
    const message = 'What shipping costs cannot be told at the moment; try again';
    throw new DomainError('unavailable', 'shipping_quotes_unavailable', message, {}, { cause: error });
  }
}
