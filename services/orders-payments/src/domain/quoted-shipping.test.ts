import { cepPrefixOf, parcelOf, type SignedQuote } from '@estampa/kernel/shipping-quote';
import { describe, expect, it } from 'vitest';
import type { Checkout } from './checkout-rules.ts';
import { isValidFor, mustNotDiscount, outdated, withQuotedShipping } from './quoted-shipping.ts';

const quotes = [
  { shippingMethodId: 'melhorenvio-3', carrier: 'Jadlog', serviceCode: '3', priceCents: 1_700 },
  { shippingMethodId: 'melhorenvio-2', carrier: 'Correios', serviceCode: '2', priceCents: 2_900 },
];
const checkout: Checkout = {
  userId: 'buyer-1',
  items: [],
  shippingCents: 2_900,
  discountCents: 0,
  shippingMethodId: 'melhorenvio-2',
  carrier: 'whoever',
  serviceCode: '3',
};

it('uses the service that the price is for, whatever else was sent', () => {
  expect(withQuotedShipping(checkout, quotes)).toEqual({ ...checkout, carrier: 'Correios', serviceCode: '2' });
});

it.each([2_899, 2_901, 0, 1_700])('tells the present price to who offers %d', (shippingCents) => {
  expect(() => withQuotedShipping({ ...checkout, shippingCents }, quotes)).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      reason: 'shipping_price_changed',
      details: {
        fields: [{ path: 'shippingCents', code: 'shipping_price_changed', message: 'must be 2900' }],
        members: { priceCents: 2_900 },
      },
    }),
  );
});

it.each([
  ['none is named', undefined, quotes, 'required'],
  ['it is not known', 'melhorenvio-9', quotes, 'invalid_value'],
  ['nobody sends it', 'melhorenvio-2', [], 'invalid_value'],
])('rejects a way of shipping when %s', (_what, shippingMethodId, offered, code) => {
  const details = { fields: [expect.objectContaining({ path: 'shippingMethodId', code })] };
  expect(() => withQuotedShipping({ ...checkout, shippingMethodId }, offered)).toThrow(
    expect.objectContaining({ details }),
  );
});

it('applies no discount', () => {
  expect(() => mustNotDiscount({ discountCents: 0 })).not.toThrow();
  expect(() => mustNotDiscount({ discountCents: 1 })).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      reason: 'discount_not_allowed',
      details: { fields: [expect.objectContaining({ path: 'discountCents', code: 'discount_not_allowed' })] },
    }),
  );
});

describe('a signed quote', () => {
  const NOW = new Date('2026-11-21T12:00:00Z');
  const goods = [{ quantity: 2, unitPriceCents: 5_990 }];
  const address = {
    cep: '01310-100',
    street: 'Avenida Paulista',
    number: '1000',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    country: 'BR',
  };
  const quote: SignedQuote = {
    ...quotes[1]!,
    deliveryDays: 3,
    cepPrefix: cepPrefixOf(address.cep),
    parcel: parcelOf(goods),
    expiresAt: new Date(NOW.getTime() + 1),
  };

  it.each<[string, boolean, Partial<SignedQuote>, Partial<typeof address>, typeof goods]>([
    ['the same order', true, {}, {}, goods],
    ['a neighbour of the same postal area', true, {}, { cep: '01310900' }, goods],
    ['another postal area', false, {}, { cep: '01311-100' }, goods],
    ['another country', false, {}, { country: 'PT' }, goods],
    ['one more of the goods', false, {}, {}, [{ quantity: 3, unitPriceCents: 5_990 }]],
    ['the instant at which it expires', false, { expiresAt: NOW }, {}, goods],
    ['a later time', false, { expiresAt: new Date(NOW.getTime() - 1) }, {}, goods],
  ])('for %s is valid: %s', (_what, isValid, changes, moved, ordered) => {
    expect(isValidFor({ ...quote, ...changes }, { ...address, ...moved }, ordered, NOW)).toBe(isValid);
  });

  it('that is no longer valid leads to the present price of the same method, and to a quote of it', () => {
    const present = [quotes[0]!, { ...quotes[1]!, priceCents: 3_100, signedMethodId: 'q1.signed' }];

    expect(outdated(quote, present)).toMatchObject({
      reason: 'shipping_price_changed',
      details: { members: { priceCents: 3_100, shippingMethodId: 'q1.signed' } },
    });
  });

  it('has to be requested anew when the method is gone', () => {
    expect(outdated(quote, [quotes[0]!])).toMatchObject({
      kind: 'invalid',
      reason: 'invalid_shipping_method',
      details: { fields: [expect.objectContaining({ path: 'shippingMethodId', code: 'invalid_shipping_method' })] },
    });
  });
});
