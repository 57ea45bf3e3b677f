import { describe, expect, it } from 'vitest';
import type { DomainError } from '@estampa/kernel/errors';
import { AMOUNT_MAX_CENTS } from '@estampa/kernel/checkout-rules';
import { type Checkout, checkCheckout } from './checkout-rules.ts';

const line = { sellerProductId: 'p-1', variantId: 'v-1', quantity: 1, selectedOptions: {} };
const address = {
  cep: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
};
const aCheckout = (changes: Partial<Checkout> = {}): Checkout => ({
  userId: 'u-1',
  shipping: address,
  items: [line],
  shippingCents: 0,
  discountCents: 0,
  ...changes,
});

function complaints(checkout: Checkout) {
  try {
    checkCheckout(checkout);
    return [];
  } catch (error) {
    return (error as DomainError).details.fields ?? [];
  }
}

const failing = (checkout: Checkout): string[] => complaints(checkout).map(({ path }) => path);

describe('checkCheckout', () => {
  it.each<[string, Partial<Checkout>]>([
    ['an address without punctuation', { shipping: { ...address, cep: '01310100' } }],
    ['the longest name', { fullName: 'é'.repeat(200) }],
    ['100 lines of 100', { items: Array(100).fill({ ...line, quantity: 100 }) }],
    ['the most that shipping costs', { shippingCents: AMOUNT_MAX_CENTS }],
    ['a foreign address', { shipping: { ...address, cep: 'SW1A 1AA', state: 'LN', country: 'GB' } }],
  ])('accepts %s', (_name, changes) => {
    expect(failing(aCheckout(changes))).toEqual([]);
  });

  it.each<[string, Partial<Checkout>]>([
    ['fullName', { fullName: 'é'.repeat(201) }],
    ['phone', { phone: '11987654321' }],
    ['shipping', { shipping: undefined }],
    ['shipping.cep', { shipping: { ...address, cep: '0131010' } }],
    ['shipping.cep', { shipping: { ...address, cep: '01310-10a' } }],
    ['shipping.cep', { shipping: { ...address, cep: 'SW1A', country: 'GB', state: 'LN' } }],
    ['shipping.state', { shipping: { ...address, state: 'XX' } }],
    ['shipping.state', { shipping: { ...address, state: 'LON', cep: 'SW1A 1AA', country: 'GB' } }],
    ['shipping.country', { shipping: { ...address, country: 'Brasil' } }],
    ['shipping.street', { shipping: { ...address, street: ' ' } }],
    ['shipping.city', { shipping: { ...address, city: 'x'.repeat(201) } }],
    ['shipping.complement', { shipping: { ...address, complement: 'x'.repeat(201) } }],
    ['items', { items: [] }],
    ['items', { items: Array(101).fill(line) }],
    ['items[1].quantity', { items: [line, { ...line, quantity: 0 }] }],
    ['items[0].quantity', { items: [{ ...line, quantity: 101 }] }],
    ['shippingCents', { shippingCents: -1 }],
    ['discountCents', { discountCents: -1 }],
  ])('rejects %s', (path, changes) => {
    expect(failing(aCheckout(changes))).toContain(path);
  });

  it.each([
    [-1, 'too_small', 'must not be negative'],
    [AMOUNT_MAX_CENTS + 1, 'too_big', `must be at most ${AMOUNT_MAX_CENTS}`],
  ])('says what is wrong with %d cents for shipping', (shippingCents, code, message) => {
    expect(complaints(aCheckout({ shippingCents }))).toEqual([{ path: 'shippingCents', code, message }]);
  });

  it('names all invalid fields at once', () => {
    expect(failing(aCheckout({ items: [], discountCents: -1, phone: 'x' }))).toEqual([
      'phone',
      'items',
      'discountCents',
    ]);
  });
});
