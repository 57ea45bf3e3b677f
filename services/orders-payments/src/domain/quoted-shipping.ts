import { DomainError } from '@estampa/kernel/errors';
import { type Checkout, field, invalidFields } from './checkout-rules.ts';

/** What having it sent in one way costs now. */
export type ShippingQuote = { shippingMethodId: string; carrier: string; serviceCode: string; priceCents: number };

/** Where clients do not say amounts: nothing is taken off. */
export function mustNotDiscount({ discountCents }: Pick<Checkout, 'discountCents'>): void {
  if (discountCents === 0) return;
  throw new DomainError('invalid', 'discount_not_allowed', 'There is no discount to take off', {
    fields: [field('discountCents', 'discount_not_allowed', 'must be 0')],
  });
}

/** The checkout with the service that its way of shipping stands for, when it names one and its present price. */
export function withQuotedShipping<C extends Checkout>(checkout: C, quotes: readonly ShippingQuote[]): C {
  const { shippingMethodId, shippingCents } = checkout;
  if (!shippingMethodId) throw invalidFields([field('shippingMethodId', 'required', 'is required')]);
  const quote = quotes.find((one) => one.shippingMethodId === shippingMethodId);
  if (!quote) throw invalidFields([field('shippingMethodId', 'invalid_value', 'cannot be chosen for this order')]);
  if (quote.priceCents !== shippingCents) throw priceChanged(quote);
  return { ...checkout, carrier: quote.carrier, serviceCode: quote.serviceCode };
}

const priceChanged = ({ priceCents }: ShippingQuote) =>
  new DomainError('invalid', 'shipping_price_changed', `Shipping costs ${priceCents} cents now`, {
    fields: [field('shippingCents', 'shipping_price_changed', `must be ${priceCents}`)],
    members: { priceCents },
  });
