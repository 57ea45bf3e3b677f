import { BRAZIL } from '@estampa/kernel/checkout-rules';
import { DomainError } from '@estampa/kernel/errors';
import { isSignedQuote, openQuote } from '@estampa/kernel/shipping-quote';
import type { Context } from '../../context.ts';
import type { CheckoutInput } from '../../domain/freeze-order.ts';
import {
  asQuoted,
  type Goods,
  isValidFor,
  invalidMethod,
  outdated,
  type ShippingQuote,
  withQuotedShipping,
} from '../../domain/quoted-shipping.ts';
import { responded, INPUT_DEADLINE_MS } from './checkout-facts.ts';

type QuoteContext = Pick<Context, 'peers' | 'settings' | 'now'>;

/**
 * Checks the shipping price. A quote signed by us proves the price without a request to another service; an invalid one is always
 * rejected. Without one, the checkout's own price is accepted if clients state amounts, and otherwise replaced by a new quote.
 */
export async function checkShipping(context: QuoteContext, input: CheckoutInput): Promise<CheckoutInput> {
  const { takesClientAmounts } = context.settings;
  const { checkout } = input;
  if (isSignedQuote(checkout.shippingMethodId ?? '')) {
    return { ...input, checkout: asQuoted(checkout, await signedQuote(context, input), !takesClientAmounts) };
  }
  if (takesClientAmounts) return input;
  return { ...input, checkout: withQuotedShipping(checkout, await presentQuotes(context, input)) };
}

async function signedQuote(context: QuoteContext, input: CheckoutInput): Promise<ShippingQuote> {
  const { shipping, shippingMethodId } = input.checkout;
  const quote = openQuote(shippingMethodId!, context.settings.quoteKeys);
  if (!quote) throw invalidMethod('was not made by us');
  if (isValidFor(quote, shipping, goodsOf(input), context.now())) return quote;
  throw outdated(quote, await presentQuotes(context, input).catch(noneWhenAway));
}

/** Labels are available within Brazil only. */
async function presentQuotes({ peers }: Pick<Context, 'peers'>, input: CheckoutInput): Promise<ShippingQuote[]> {
  const { cep, country } = input.checkout.shipping;
  if (country !== BRAZIL) return [];
  const requested = { cep, goods: goodsOf(input), forCheckout: true };
  const [said] = await Promise.allSettled([
    peers.fulfillment.quoteShipping(requested, { deadlineMs: INPUT_DEADLINE_MS }),
  ]);
  return responded(said).quotes;
}

const goodsOf = ({ checkout, quoted }: CheckoutInput): Goods[] =>
  checkout.items.map(({ quantity }, line) => ({ quantity, unitPriceCents: quoted[line]!.unitPriceCents }));

function noneWhenAway(error: unknown): [] {
  if (error instanceof DomainError) return [];
  throw error;
}
