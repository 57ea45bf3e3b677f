import { BRAZIL } from '@estampa/kernel/checkout-rules';
import { DomainError } from '@estampa/kernel/errors';
import { isSignedQuote, openQuote } from '@estampa/kernel/shipping-quote';
import type { Context } from '../../context.ts';
import type { CheckoutFacts } from '../../domain/freeze-order.ts';
import {
  asQuoted,
  type Goods,
  holdsFor,
  invalidMethod,
  outdated,
  type ShippingQuote,
  withQuotedShipping,
} from '../../domain/quoted-shipping.ts';
import { responded, FACTS_DEADLINE_MS } from './checkout-facts.ts';

type Asking = Pick<Context, 'peers' | 'settings' | 'now'>;

/**
 * Takes what the client says of shipping, or what it costs and nothing else: a quote that we signed tells without asking
 * anybody, and one that does not hold is rejected whoever says amounts.
 */
export async function checkShipping(context: Asking, facts: CheckoutFacts): Promise<CheckoutFacts> {
  const { takesClientAmounts } = context.settings;
  const { checkout } = facts;
  if (isSignedQuote(checkout.shippingMethodId ?? '')) {
    return { ...facts, checkout: asQuoted(checkout, await signedQuote(context, facts), !takesClientAmounts) };
  }
  if (takesClientAmounts) return facts;
  return { ...facts, checkout: withQuotedShipping(checkout, await presentQuotes(context, facts)) };
}

async function signedQuote(context: Asking, facts: CheckoutFacts): Promise<ShippingQuote> {
  const { shipping, shippingMethodId } = facts.checkout;
  const quote = openQuote(shippingMethodId!, context.settings.quoteKeys);
  if (!quote) throw invalidMethod('was not made by us');
  if (holdsFor(quote, shipping, goodsOf(facts), context.now())) return quote;
  throw outdated(quote, await presentQuotes(context, facts).catch(noneWhenAway));
}

/** Labels are made within Brazil alone. */
async function presentQuotes({ peers }: Pick<Context, 'peers'>, facts: CheckoutFacts): Promise<ShippingQuote[]> {
  const { cep, country } = facts.checkout.shipping;
  if (country !== BRAZIL) return [];
  const asked = { cep, goods: goodsOf(facts), forCheckout: true };
  const [said] = await Promise.allSettled([peers.fulfillment.quoteShipping(asked, { deadlineMs: FACTS_DEADLINE_MS })]);
  return responded(said).quotes;
}

const goodsOf = ({ checkout, quoted }: CheckoutFacts): Goods[] =>
  checkout.items.map(({ quantity }, line) => ({ quantity, unitPriceCents: quoted[line]!.unitPriceCents }));

function noneWhenAway(error: unknown): [] {
  if (error instanceof DomainError) return [];
  throw error;
}
