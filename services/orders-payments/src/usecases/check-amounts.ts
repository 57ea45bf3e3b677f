import { BRAZIL } from '@estampa/kernel/checkout-rules';
import type { Context } from '../context.ts';
import type { CheckoutFacts } from '../domain/freeze-order.ts';
import { type ShippingQuote, withQuotedShipping } from '../domain/quoted-shipping.ts';
import { answered, FACTS_DEADLINE_MS } from './checkout-facts.ts';

/** Takes what the client says of shipping, or asks what it costs and takes nothing else. */
export async function checkShipping(
  { peers, settings }: Pick<Context, 'peers' | 'settings'>,
  facts: CheckoutFacts,
): Promise<CheckoutFacts> {
  if (settings.takesClientAmounts) return facts;
  return { ...facts, checkout: withQuotedShipping(facts.checkout, await shippingQuotes({ peers }, facts)) };
}

/** Labels are made within Brazil alone. */
async function shippingQuotes(
  { peers }: Pick<Context, 'peers'>,
  { checkout, quoted }: CheckoutFacts,
): Promise<ShippingQuote[]> {
  const { cep, country } = checkout.shipping;
  if (country !== BRAZIL) return [];
  const goods = checkout.items.map(({ quantity }, line) => ({
    quantity,
    unitPriceCents: quoted[line]!.unitPriceCents,
  }));
  const asked = peers.fulfillment.quoteShipping({ cep, goods }, { deadlineMs: FACTS_DEADLINE_MS });
  const [said] = await Promise.allSettled([asked]);
  return answered(said).quotes;
}
