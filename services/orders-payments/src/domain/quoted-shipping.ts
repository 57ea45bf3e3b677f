import { BRAZIL } from '@estampa/kernel/checkout-rules';
import { DomainError } from '@estampa/kernel/errors';
import { cepPrefixOf, parcelOf, type SignedQuote } from '@estampa/kernel/shipping-quote';
import { type Checkout, field, invalidFields } from './checkout-rules.ts';
import type { Address } from './order.ts';

/** The present price of one shipping method. */
export type ShippingQuote = {
  shippingMethodId: string;
  carrier: string;
  serviceCode: string;
  priceCents: number;
  signedMethodId?: string | undefined;
};

/** The goods to be sent. */
export type Goods = { quantity: number; unitPriceCents: number };

/** Where clients do not state amounts, there is no discount. */
export function mustNotDiscount({ discountCents }: Pick<Checkout, 'discountCents'>): void {
  if (discountCents === 0) return;
  throw new DomainError('invalid', 'discount_not_allowed', 'There is no discount to take off', {
    fields: [field('discountCents', 'discount_not_allowed', 'must be 0')],
  });
}

/** The checkout with the service of its shipping method, if it names one and its present price. */
export function withQuotedShipping<C extends Checkout>(checkout: C, quotes: readonly ShippingQuote[]): C {
  const { shippingMethodId } = checkout;
  if (!shippingMethodId) throw invalidFields([field('shippingMethodId', 'required', 'is required')]);
  const quote = quotes.find((one) => one.shippingMethodId === shippingMethodId);
  if (!quote) throw invalidFields([field('shippingMethodId', 'invalid_value', 'cannot be chosen for this order')]);
  return asQuoted(checkout, quote, true);
}

/** The checkout with the service of a quote; where clients do not state amounts, it must name the quote's price. */
export function asQuoted<C extends Checkout>(checkout: C, quote: ShippingQuote, mustNamePrice: boolean): C {
  if (mustNamePrice && quote.priceCents !== checkout.shippingCents) throw priceChanged(quote);
  const { shippingMethodId, carrier, serviceCode } = quote;
  return { ...checkout, shippingMethodId, carrier, serviceCode };
}

/** Whether a quote signed by us is valid for these goods and this address, and has not expired. */
export const isValidFor = (quote: SignedQuote, shipping: Address, goods: readonly Goods[], now: Date): boolean =>
  quote.expiresAt > now &&
  shipping.country === BRAZIL &&
  quote.cepPrefix === cepPrefixOf(shipping.cep) &&
  quote.parcel === parcelOf(goods);

/** An error with the present price of the same method and a quote to order at; without one, a new quote has to be requested. */
export function outdated({ shippingMethodId }: SignedQuote, quotes: readonly ShippingQuote[]): DomainError {
  const present = quotes.find((one) => one.shippingMethodId === shippingMethodId);
  return present ? priceChanged(present) : invalidMethod('is of another order or has expired');
}

export const invalidMethod = (why: string): DomainError =>
  new DomainError('invalid', 'invalid_shipping_method', `The shippingMethodId ${why}: ask for new shipping quotes`, {
    fields: [field('shippingMethodId', 'invalid_shipping_method', why)],
  });

/** A signed quote of the present price lets the client order without another request. */
const priceChanged = ({ priceCents, signedMethodId }: ShippingQuote) =>
  new DomainError('invalid', 'shipping_price_changed', `Shipping costs ${priceCents} cents now`, {
    fields: [field('shippingCents', 'shipping_price_changed', `must be ${priceCents}`)],
    members: { priceCents, ...(signedMethodId !== undefined && { shippingMethodId: signedMethodId }) },
  });
