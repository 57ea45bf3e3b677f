import { expect, it } from 'vitest';
import {
  isSignedQuote,
  openQuote,
  parcelOf,
  SHIPPING_METHOD_ID_MAX_CHARACTERS,
  signQuote,
  type SignedQuote,
} from './shipping-quote.ts';

const [KEY, OTHER] = ['k'.repeat(32), 'o'.repeat(32)];
const quote: SignedQuote = {
  shippingMethodId: 'melhorenvio-2',
  carrier: 'Correios',
  serviceCode: '2',
  priceCents: 2_190,
  deliveryDays: 2,
  cepPrefix: '01310',
  parcel: '2x15980',
  expiresAt: new Date('2026-11-21T12:10:00Z'),
};

it('opens what was signed, by the present key and the one before it', () => {
  const signed = signQuote(quote, OTHER);

  expect(openQuote(signed, [OTHER])).toEqual(quote);
  expect(openQuote(signed, [KEY, OTHER])).toEqual(quote);
  expect(isSignedQuote(signed)).toBe(true);
  expect(signed.length).toBeLessThan(SHIPPING_METHOD_ID_MAX_CHARACTERS);
});

const signed = signQuote(quote, KEY);
const [prefix, reported, signature] = signed.split('.') as [string, string, string];
const cheaper = signQuote({ ...quote, priceCents: 1 }, OTHER).split('.')[1]!;

it.each([
  ['another key', signQuote(quote, OTHER)],
  ['another price', `${prefix}.${cheaper}.${signature}`],
  ['no signature', `${prefix}.${reported}`],
  ['an empty signature', `${prefix}.${reported}.`],
  ['something behind it', `${signed}.x`],
  ['half of it', signed.slice(0, -2)],
  ['nothing', 'q1.'],
])('rejects %s', (_what, forged) => {
  expect(openQuote(forged, [KEY])).toBeNull();
});

it('opens nothing without a key', () => {
  expect(openQuote(signQuote(quote, ''), [])).toBeNull();
});

it('takes goods for the same parcel however they stand in lines', () => {
  const of = (...lines: [number, number][]) =>
    parcelOf(lines.map(([quantity, unitPriceCents]) => ({ quantity, unitPriceCents })));

  expect(of([1, 500], [1, 500])).toBe(of([2, 500]));
  expect(of([1, 500])).not.toBe(of([2, 250]));
});
