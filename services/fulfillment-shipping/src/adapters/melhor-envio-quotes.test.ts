import { describe, expect, it } from 'vitest';
import { QuotesShape, toCalculation, toQuotes } from './melhor-envio-quotes.ts';

const said = {
  id: 1,
  name: 'PAC',
  price: '23.90',
  custom_price: '21.05',
  delivery_time: 7,
  custom_delivery_time: 8,
  company: { id: 1, name: 'Correios' },
};
const sedex = { ...said, id: 2, name: 'SEDEX', custom_price: null, price: '20.5', custom_delivery_time: undefined };

describe('prices of Melhor Envio', () => {
  it('count as they were agreed with us, cheapest first', () => {
    expect(toQuotes([said, sedex], [1, 2])).toEqual([
      {
        shippingMethodId: 'melhorenvio-2',
        carrier: 'Correios',
        service: 'SEDEX',
        serviceCode: '2',
        priceCents: 2_050,
        deliveryDays: 7,
      },
      expect.objectContaining({ shippingMethodId: 'melhorenvio-1', priceCents: 2_105, deliveryDays: 8 }),
    ]);
  });

  it.each([
    ['a service that is not available', { id: 3, name: '.Package', company: said.company, error: 'Indisponível.' }],
    ['one that is not offered', { ...said, id: 9 }],
    ['a price that is none', { ...said, price: 'grátis' }],
    ['a price below zero', { ...said, custom_price: '-1.00' }],
    ['a name without end', { ...said, name: 'x'.repeat(101) }],
    ['no object', 'PAC'],
  ])('leave out %s and spoil no other', (_what, entry) => {
    expect(toQuotes([entry, said], [1, 3]).map(({ serviceCode }) => serviceCode)).toEqual(['1']);
  });

  it('are bounded', () => {
    expect(QuotesShape.safeParse(Array.from({ length: 100 }, () => said)).success).toBe(true);
    expect(QuotesShape.safeParse(Array.from({ length: 101 }, () => said)).success).toBe(false);
  });
});

it('requests one parcel from our address, insured', () => {
  const volume = { lengthCm: 30, widthCm: 22, heightCm: 8, weightKg: 1 };

  expect(toCalculation({ toCep: '20040002', volume, insuredCents: 14_970 }, '01310-100', [1, 2])).toEqual({
    from: { postal_code: '01310100' },
    to: { postal_code: '20040002' },
    volumes: [{ height: 8, width: 22, length: 30, weight: 1 }],
    options: { insurance_value: 149.7, receipt: false, own_hand: false },
    services: '1,2',
  });
});
