import { expect, it } from 'vitest';
import type { Checkout } from './checkout-rules.ts';
import { mustNotDiscount, withQuotedShipping } from './quoted-shipping.ts';

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
      details: expect.objectContaining({ members: { priceCents: 2_900 } }),
    }),
  );
});

it.each([
  ['none is named', undefined, quotes],
  ['it is not known', 'melhorenvio-9', quotes],
  ['nobody sends it', 'melhorenvio-2', []],
])('rejects a way of shipping when %s', (_what, shippingMethodId, offered) => {
  const details = { fields: [expect.objectContaining({ path: 'shippingMethodId' })] };
  expect(() => withQuotedShipping({ ...checkout, shippingMethodId }, offered)).toThrow(
    expect.objectContaining({ details }),
  );
});

it('applies no discount', () => {
  expect(() => mustNotDiscount({ discountCents: 0 })).not.toThrow();
  expect(() => mustNotDiscount({ discountCents: 1 })).toThrow(
    expect.objectContaining({ kind: 'invalid', reason: 'discount_not_allowed' }),
  );
});
