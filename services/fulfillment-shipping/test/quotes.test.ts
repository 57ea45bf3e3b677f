import { FulfillmentServiceClient } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { openQuote } from '@estampa/kernel/shipping-quote';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUESTS_PER_MINUTE_MAX } from '../src/adapters/cached-quotes.ts';
import { type AnOrder, openStage, orderIs, type Stage, TIMINGS } from './stage.ts';

// Made for this test: state, month, CNPJ, model, series, number, code, and the digit that checks them.
const INVOICE_KEY = '35261111222333000181550010000001231000004560';
const INVOICED = {
  SHIPPING_FISCAL_MODE: 'invoice',
  SHIPPING_SENDER: JSON.stringify({
    name: 'Estampa Demo',
    email: 'envios@estampa.local',
    phone: '+551130000000',
    document: '11222333000181',
    stateRegister: '110042490114',
    cep: '01310-100',
    street: 'Avenida Paulista',
    number: '1000',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    country: 'BR',
  }),
};
const CALCULATE = '/melhorenvio/api/v2/me/shipment/calculate';

let stage: Stage;
let userId: string;

beforeAll(async () => {
  stage = await openStage({ ...TIMINGS, ...INVOICED });
  userId = await stage.aBuyer();
}, 90_000);
afterAll(() => stage.stop());

const goods = (unitPriceCents: number, quantity = 2) => [{ quantity, unitPriceCents }];
const anybody = () => stage.service.client(FulfillmentServiceClient);
const quote = async (cep: string, unitPriceCents: number, quantity?: number) =>
  (await anybody().quoteShipping({ cep, goods: goods(unitPriceCents, quantity), forCheckout: false })).quotes;

describe('what shipping costs', () => {
  it('are public, cheapest first', async () => {
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

  it('leave out carriers that do not take so heavy a parcel, down to none', async () => {
    expect((await quote('20040002', 1, 100)).map(({ carrier }) => carrier)).toEqual(['Jadlog', 'Jadlog']);
    const heavy = Array.from({ length: 100 }, () => ({ quantity: 100, unitPriceCents: 1 }));
    expect((await anybody().quoteShipping({ cep: '20040002', goods: heavy, forCheckout: false })).quotes).toEqual([]);
  });

  it('are cached for a neighbourhood and a package, and requested again after a failure', async () => {
    const script = await stage.sandbox('/scripts', { method: 'POST', path: CALCULATE, fail: 503 });
    await expect(quote('30110-000', 7_000)).rejects.toMatchObject({
      kind: 'unavailable',
      reason: 'shipping_quotes_unavailable',
    });
    expect((await stage.sandbox(`/scripts/${script.id}`)).remaining).toBe(0);

    const known = await quote('30110-000', 7_000);
    const another = await stage.sandbox('/scripts', { method: 'POST', path: CALCULATE, fail: 503 });
    // Each is signed anew, so its end is the second of its request.
    const unsigned = (quotes: typeof known) => quotes.map((one) => ({ ...one, signedMethodId: '' }));
    expect(unsigned(await quote('30110-999', 7_000))).toEqual(unsigned(known));
    expect((await stage.sandbox(`/scripts/${another.id}`)).remaining).toBe(1);
    await expect(quote('30110-000', 7_001)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('are signed with price, place and parcel for other services with the key', async () => {
    const [cheapest] = await quote('30110-001', 7_002);
    const { shippingMethodId, priceCents, signedMethodId } = cheapest!;

    expect(openQuote(signedMethodId!, [stage.marketplace.surroundings.secrets.shippingQuoteKey])).toMatchObject({
      shippingMethodId,
      priceCents,
      cepPrefix: '30110',
      parcel: '2x14004',
    });
  });

  it('are available to an order after visitors have used up their requests', async () => {
    const request = (cep: string, forCheckout: boolean) =>
      anybody().quoteShipping({ cep, goods: goods(7_003), forCheckout });
    const others = Array.from({ length: REQUESTS_PER_MINUTE_MAX.checkout }, (_, place) => `${40_000 + place}-000`);
    const responses = await Promise.allSettled(others.map((cep) => request(cep, false)));
    expect(responses.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);

    expect((await request('80010-000', true)).quotes).toHaveLength(4);
  });

  it('rejects what is no CEP', async () => {
    await expect(quote('1234-5678', 5_000)).rejects.toMatchObject({ kind: 'invalid', reason: 'validation_failed' });
  });
});

/** An order that waits for its invoice. */
async function anUninvoicedOrder(chosen: string): Promise<AnOrder> {
  const order = stage.anOrder(userId);
  stage.placed(order, 'approved');
  stage.services.set(order.id, chosen);
  await stage.emit(orderIs(order, 'approved', 1));
  expect(await stage.shipment(order.id, ({ error }) => error !== undefined)).toMatchObject({
    status: 'label_pending',
    error: 'A label needs the key of the invoice (NF-e)',
  });
  return order;
}

const isLabelled = ({ labelUrl }: { labelUrl?: string }) => labelUrl !== undefined;

describe('the label, where goods go with invoices', () => {
  it.each([
    ['what the buyer chose', '2', 'SEDEX'],
    ['what is usual when the choice is not known', 'PIGEON', 'PAC'],
    ['what is usual when it is not offered', '17', 'PAC'],
  ])('is bought for %s', async (_what, chosen, service) => {
    const order = await anUninvoicedOrder(chosen);

    await stage.admin.retryLabel({ orderId: order.id, invoiceKey: INVOICE_KEY });

    expect(await stage.shipment(order.id, isLabelled)).toMatchObject({ service });
  });

  it('is not tried with what is no key, and is bought with the key that is given', async () => {
    const order = await anUninvoicedOrder('1');
    const rule = { method: 'POST', path: '/melhorenvio/api/v2/me/cart', times: 10, watch: true };
    const published = await stage.sandbox('/scripts', { ...rule, contains: `"invoice":{"key":"${INVOICE_KEY}"}` });
    const mistyped = `${INVOICE_KEY.slice(0, -1)}1`;
    await expect(stage.admin.retryLabel({ orderId: order.id, invoiceKey: mistyped })).rejects.toMatchObject({
      reason: 'validation_failed',
    });

    const { shipment: retried } = await stage.admin.retryLabel({ orderId: order.id, invoiceKey: INVOICE_KEY });

    expect(retried!.id).toBe((await stage.shipment(order.id, isLabelled)).id);
    expect((await stage.sandbox(`/parcels?reference=${retried!.id}`)).count).toBe(1);
    expect((await stage.sandbox(`/scripts/${published.id}`)).requests).toHaveLength(1);
  });
});
