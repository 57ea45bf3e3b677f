import { FulfillmentServiceClient } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStage, orderIs, type Stage } from './stage.ts';

const CALCULATE = '/melhorenvio/api/v2/me/shipment/calculate';

let stage: Stage;
let userId: string;

beforeAll(async () => {
  stage = await openStage();
  userId = await stage.aBuyer();
}, 90_000);
afterAll(() => stage.stop());

const goods = (unitPriceCents: number, quantity = 2) => [{ quantity, unitPriceCents }];
const anybody = () => stage.service.client(FulfillmentServiceClient);
const quote = async (cep: string, unitPriceCents: number, quantity?: number) =>
  (await anybody().quoteShipping({ cep, goods: goods(unitPriceCents, quantity) })).quotes;

describe('what shipping costs', () => {
  it('is told to anybody, cheapest first', async () => {
    const quotes = await quote('20040-002', 5_000);

    expect(quotes.map(({ carrier, service }) => `${carrier} ${service}`)).toEqual([
      'Jadlog .Package',
      'Correios PAC',
      'Jadlog .Com',
      'Correios SEDEX',
    ]);
    expect(quotes[1]).toMatchObject({ shippingMethodId: 'melhorenvio-1', serviceCode: '1', deliveryDays: 7 });
    expect(quotes.map(({ priceCents }) => priceCents)).toEqual(
      quotes.map(({ priceCents }) => priceCents).toSorted((one, other) => one - other),
    );
  });

  it('leaves out who does not take so heavy a parcel, down to nobody', async () => {
    expect((await quote('20040002', 1, 100)).map(({ carrier }) => carrier)).toEqual(['Jadlog', 'Jadlog']);
    const heavy = Array.from({ length: 100 }, () => ({ quantity: 100, unitPriceCents: 1 }));
    expect((await anybody().quoteShipping({ cep: '20040002', goods: heavy })).quotes).toEqual([]);
  });

  it('is kept for a neighbourhood and a package, and asked again when it could not be told', async () => {
    const script = await stage.sandbox('/scripts', { method: 'POST', path: CALCULATE, fail: 503 });
    await expect(quote('30110-000', 7_000)).rejects.toMatchObject({
      kind: 'unavailable',
      reason: 'shipping_quotes_unavailable',
    });
    expect((await stage.sandbox(`/scripts/${script.id}`)).remaining).toBe(0);

    const known = await quote('30110-000', 7_000);
    const another = await stage.sandbox('/scripts', { method: 'POST', path: CALCULATE, fail: 503 });
    expect(await quote('30110-999', 7_000)).toEqual(known);
    expect((await stage.sandbox(`/scripts/${another.id}`)).remaining).toBe(1);
    await expect(quote('30110-000', 7_001)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('refuses what is no CEP', async () => {
    await expect(quote('1234-5678', 5_000)).rejects.toMatchObject({ kind: 'invalid', reason: 'validation_failed' });
  });
});

describe('the label', () => {
  it.each([
    ['what the buyer chose', '2', 'SEDEX'],
    ['what is usual when the choice is not known', 'PIGEON', 'PAC'],
    ['what is usual when it is not offered', '17', 'PAC'],
  ])('is bought for %s', async (_what, chosen, service) => {
    const order = stage.anOrder(userId);
    stage.services.set(order.id, chosen);

    await stage.tell(orderIs(order, 'approved', 1));

    expect(await stage.shipment(order.id, ({ labelUrl }) => labelUrl !== undefined)).toMatchObject({ service });
  });
});
