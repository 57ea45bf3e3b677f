import { ORDER_LINES_MAX, QUANTITY_MAX } from '@estampa/kernel/checkout-rules';
import { describe, expect, it } from 'vitest';
import { byPrice, priceKey, type Quote, tripOf } from './shipping-quote.ts';

const size = { lengthCm: 30, widthCm: 22, heightCm: 4, heightPerItemCm: 2, weightKg: 0.4, weightPerItemKg: 0.3 };
const mug = { quantity: 1, unitPriceCents: 5_000 };

describe('tripOf', () => {
  it('packs the goods as their label will be, insured for what they cost', () => {
    expect(tripOf('20.040-002', [{ ...mug, quantity: 2 }, mug], size)).toEqual({
      toCep: '20040002',
      volume: { lengthCm: 30, widthCm: 22, heightCm: 8, weightKg: 1 },
      insuredCents: 15_000,
    });
  });

  it.each([
    ['cep', '2004-0002', [mug]],
    ['items', '20040002', []],
    ['items', '20040002', Array.from({ length: ORDER_LINES_MAX + 1 }, () => mug)],
    ['items[1].quantity', '20040002', [mug, { ...mug, quantity: 0 }]],
    ['items[0].quantity', '20040002', [{ ...mug, quantity: QUANTITY_MAX + 1 }]],
  ])('rejects %s of %s', (path, cep, goods) => {
    const details = { fields: [expect.objectContaining({ path })] };
    expect(() => tripOf(cep, goods, size)).toThrow(expect.objectContaining({ details }));
  });

  it('takes as many as an order may have', () => {
    const most = Array.from({ length: ORDER_LINES_MAX }, () => ({ ...mug, quantity: QUANTITY_MAX }));
    expect(tripOf('20040002', most, size).insuredCents).toBe(ORDER_LINES_MAX * QUANTITY_MAX * 5_000);
  });
});

it('prices alike what goes to one neighbourhood in one package, and nothing else', () => {
  const keyOf = (cep: string, goods: { quantity: number; unitPriceCents: number }) =>
    priceKey(tripOf(cep, [goods], size));
  const key = keyOf('20040-002', mug);

  expect(keyOf('20040-999', mug)).toBe(key);
  for (const other of [
    keyOf('20041-002', mug),
    keyOf('20040-002', { ...mug, quantity: 2 }),
    keyOf('20040-002', { ...mug, unitPriceCents: 5_001 }),
  ]) {
    expect(other).not.toBe(key);
  }
});

it('puts the cheapest first, and of two at one price the faster', () => {
  const quote = (shippingMethodId: string, priceCents: number, deliveryDays: number): Quote => ({
    shippingMethodId,
    priceCents,
    deliveryDays,
    carrier: 'Correios',
    service: 'PAC',
    serviceCode: '1',
  });
  const sorted = [quote('d', 900, 1), quote('b', 500, 3), quote('c', 500, 2), quote('a', 500, 3)].toSorted(byPrice);

  expect(sorted.map(({ shippingMethodId }) => shippingMethodId)).toEqual(['c', 'a', 'b', 'd']);
});
