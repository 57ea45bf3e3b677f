import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parcelOf, signQuote, type SignedQuote } from '@estampa/kernel/shipping-quote';
import { aCheckout, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';
import { responses } from './stand-ins.ts';

let world: CheckoutWorld;
const usual = { ...responses };

beforeAll(async () => {
  world = await startCheckoutWorld({ CHECKOUT_CLIENT_AMOUNTS: 'off' });
});
afterAll(() => world?.stop());
beforeEach(() => void Object.assign(responses, usual));

const place = (changes: Parameters<typeof aCheckout>[1]) => {
  const userId = randomUUID();
  const chosen = { shippingMethodId: 'melhorenvio-2', shippingCents: 2_190 };
  return world.as(userId).placeOrder(aCheckout(userId, { ...chosen, ...changes }));
};

it('sells at the quoted price, and orders the label of the chosen service', async () => {
  const { order } = await place({ carrier: 'whoever', serviceCode: '1' });

  expect(order).toMatchObject({ shippingCents: 2_190, totalCents: 18_170, carrier: 'Correios', serviceCode: '2' });
  const requested = { orderId: order!.id };
  const { recipient } = await world.as('fulfillment-shipping', ['service']).getRecipient(requested);
  expect(recipient).toMatchObject({ serviceCode: '2' });
});

it('reports the present price instead of selling at another', async () => {
  responses.shippingPriceCents = 2_200;

  await expect(place({})).rejects.toMatchObject({
    reason: 'shipping_price_changed',
    details: { members: { priceCents: 2_200 } },
  });
});

it.each([
  ['discount_not_allowed', { discountCents: 1 }],
  ['validation_failed', { shippingMethodId: undefined }],
  ['validation_failed', { shippingMethodId: 'melhorenvio-1' }],
])('rejects with %s what says %j', async (reason, changes) => {
  await expect(place(changes)).rejects.toMatchObject({ kind: 'invalid', reason });
});

describe('a signed quote', () => {
  const quote: SignedQuote = {
    shippingMethodId: 'melhorenvio-2',
    carrier: 'Correios',
    serviceCode: '2',
    priceCents: 2_190,
    deliveryDays: 2,
    cepPrefix: '01310',
    parcel: parcelOf([{ quantity: 2, unitPriceCents: 7_990 }]),
    expiresAt: new Date(Date.now() + 60_000),
  };
  const signed = (changes: Partial<SignedQuote> = {}, key = world.marketplace.surroundings.secrets.shippingQuoteKey) =>
    signQuote({ ...quote, ...changes }, key);

  it('is the price of shipping, without a request to another service', async () => {
    responses.shippingPriceCents = 9_999;

    const { order } = await place({ shippingMethodId: signed() });

    expect(order).toMatchObject({ shippingMethodId: 'melhorenvio-2', shippingCents: 2_190, serviceCode: '2' });
  });

  it.each([
    ['has expired', { expiresAt: new Date(0) }],
    ['is for another cart', { parcel: '1x7990' }],
    ['is for another place', { cepPrefix: '20040' }],
  ])('that %s is rejected with the present price, and a quote to order with', async (_what, changes) => {
    responses.shippingPriceCents = 2_200;

    await expect(place({ shippingMethodId: signed(changes) })).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'shipping_price_changed',
      details: { members: { priceCents: 2_200, shippingMethodId: 'signed-anew' } },
    });
  });

  it.each<[string, () => Parameters<typeof place>[0]]>([
    ['that we did not make', () => ({ shippingMethodId: signed({}, 'x'.repeat(32)) })],
    ['that somebody changed', () => ({ shippingMethodId: `${signed()}x` })],
    [
      'of a way that is no more, and expired',
      () => ({ shippingMethodId: signed({ shippingMethodId: 'melhorenvio-9', expiresAt: new Date(0) }) }),
    ],
  ])('%s is rejected', async (_what, changes) => {
    await expect(place(changes())).rejects.toMatchObject({ kind: 'invalid', reason: 'invalid_shipping_method' });
  });

  it('does not match another price', async () => {
    await expect(place({ shippingMethodId: signed(), shippingCents: 1 })).rejects.toMatchObject({
      reason: 'shipping_price_changed',
      details: { members: { priceCents: 2_190 } },
    });
  });
});
