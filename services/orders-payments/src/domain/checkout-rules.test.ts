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
const foreign = { ...address, cep: 'SW1A 1AA', state: 'LN', country: 'GB' };
const aCheckout = (changes: Partial<Checkout> = {}): Checkout => ({
  userId: 'u-1',
  shipping: address,
  items: [line],
  shippingCents: 0,
  discountCents: 0,
  ...changes,
});

function rejection(checkout: Checkout): DomainError | null {
  try {
    checkCheckout(checkout);
    return null;
  } catch (error) {
    return error as DomainError;
  }
}

const complaints = (checkout: Checkout) => rejection(checkout)?.details.fields ?? [];
const failing = (checkout: Checkout): string[] => complaints(checkout).map(({ path }) => path);

describe('checkCheckout', () => {
  it.each<[string, Partial<Checkout>]>([
    ['an address without punctuation', { shipping: { ...address, cep: '01310100' } }],
    ['the longest name', { fullName: 'é'.repeat(200) }],
    ['100 lines of 100', { items: Array(100).fill({ ...line, quantity: 100 }) }],
    ['the most that shipping costs', { shippingCents: AMOUNT_MAX_CENTS }],
    ['a foreign address', { shipping: foreign }],
    ['the longest foreign postcode', { shipping: { ...foreign, cep: '9'.repeat(10) } }],
    ['an address without a complement', { shipping: { ...address, complement: undefined } }],
  ])('accepts %s', (_name, changes) => {
    expect(rejection(aCheckout(changes))).toBeNull();
  });

  it.each<[path: string, code: string, changes: Partial<Checkout>]>([
    ['fullName', 'too_big', { fullName: 'é'.repeat(201) }],
    ['phone', 'invalid_format', { phone: '11987654321' }],
    ['shipping', 'required', { shipping: undefined }],
    ['shipping.cep', 'invalid_format', { shipping: { ...address, cep: '0131010' } }],
    ['shipping.cep', 'invalid_format', { shipping: { ...address, cep: '01310-10a' } }],
    ['shipping.cep', 'invalid_format', { shipping: { ...foreign, cep: 'SW1A' } }],
    ['shipping.cep', 'invalid_format', { shipping: { ...foreign, cep: '9'.repeat(11) } }],
    ['shipping.state', 'invalid_value', { shipping: { ...address, state: 'XX' } }],
    ['shipping.state', 'invalid_value', { shipping: { ...foreign, state: 'LON' } }],
    ['shipping.country', 'invalid_format', { shipping: { ...foreign, country: 'gb' } }],
    ['shipping.street', 'required', { shipping: { ...address, street: ' ' } }],
    ['shipping.city', 'too_big', { shipping: { ...address, city: 'x'.repeat(201) } }],
    ['shipping.complement', 'too_big', { shipping: { ...address, complement: 'x'.repeat(201) } }],
    ['items', 'too_small', { items: [] }],
    ['items', 'too_big', { items: Array(101).fill(line) }],
    ['items[1].quantity', 'too_small', { items: [line, { ...line, quantity: 0 }] }],
    ['items[0].quantity', 'too_big', { items: [{ ...line, quantity: 101 }] }],
    ['shippingCents', 'too_small', { shippingCents: -1 }],
    ['discountCents', 'too_small', { discountCents: -1 }],
  ])('rejects %s as %s', (path, code, changes) => {
    const { kind, reason, details } = rejection(aCheckout(changes))!;

    expect({ kind, reason }).toEqual({ kind: 'invalid', reason: 'validation_failed' });
    expect(details.fields).toEqual([expect.objectContaining({ path, code })]);
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
