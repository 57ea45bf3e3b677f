import { expect, it } from 'vitest';
import { CheckoutBody, checkoutRequest } from './checkout-body.ts';

const ID = '01900000-0000-7000-8000-000000000001';
const aBody = (shipping: object = {}, more: object = {}) => ({
  shipping: {
    cep: '01310-100',
    street: 'Avenida Paulista',
    number: '1000',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    ...shipping,
  },
  items: [{ sellerProductId: ID, variantId: ID, quantity: 1 }],
  ...more,
});
const failing = (body: unknown) =>
  CheckoutBody.safeParse(body)
    .error?.issues.map(({ path }) => path.join('.'))
    .sort();

it('fills in what may be left out', () => {
  const body = CheckoutBody.parse(aBody({ complement: null }, { phone: null, email: 'ignored' }));
  const request = checkoutRequest(body, ID);

  expect(request.phone).toBeUndefined();
  expect(request).toMatchObject({
    userId: ID,
    shipping: { country: 'BR', complement: undefined },
    items: [{ quantity: 1, selectedOptions: {} }],
    shippingCents: 0,
    discountCents: 0,
  });
});

it('names every field that is wrong at once', () => {
  const items = [{ sellerProductId: 'x', variantId: ID, quantity: 101 }];

  expect(failing(aBody({ street: ' ', cep: 'abcdefgh', state: 'XX' }, { items, discountCents: -1 }))).toEqual([
    'discountCents',
    'items.0.quantity',
    'items.0.sellerProductId',
    'shipping.cep',
    'shipping.state',
    'shipping.street',
  ]);
  expect(failing({})).toEqual(['items', 'shipping']);
});

it.each([['01310100'], ['01310-100'], ['01.310-100']])('takes the cep %s as it is sent', (cep) => {
  expect(CheckoutBody.parse(aBody({ cep })).shipping.cep).toBe(cep);
});

it('requires Brazilian codes in Brazil alone', () => {
  expect(failing(aBody({ cep: 'SW1A 1AA', state: 'LN', country: 'GB' }))).toBeUndefined();
  expect(failing(aBody({ cep: '0131010', state: 'S' }))).toEqual(['shipping.cep', 'shipping.state']);
});

it('takes 1 to 100 lines', () => {
  const line = { sellerProductId: ID, variantId: ID, quantity: 1 };

  expect(failing(aBody({}, { items: Array(100).fill(line) }))).toBeUndefined();
  expect(failing(aBody({}, { items: Array(101).fill(line) }))).toEqual(['items']);
  expect(failing(aBody({}, { items: [] }))).toEqual(['items']);
});
