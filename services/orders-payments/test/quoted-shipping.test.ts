import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { aCheckout, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';
import { answers } from './stand-ins.ts';

let world: CheckoutWorld;
const usual = { ...answers };

beforeAll(async () => {
  world = await startCheckoutWorld({ CHECKOUT_CLIENT_AMOUNTS: 'off' });
});
afterAll(() => world?.stop());
beforeEach(() => void Object.assign(answers, usual));

const place = (changes: Parameters<typeof aCheckout>[1]) => {
  const userId = randomUUID();
  const chosen = { shippingMethodId: 'melhorenvio-2', shippingCents: 2_190 };
  return world.as(userId).placeOrder(aCheckout(userId, { ...chosen, ...changes }));
};

it('sells at what shipping is quoted, and has the label bought for what was chosen', async () => {
  const { order } = await place({ carrier: 'whoever', serviceCode: '1' });

  expect(order).toMatchObject({ shippingCents: 2_190, totalCents: 18_170, carrier: 'Correios', serviceCode: '2' });
  const asked = { orderId: order!.id };
  const { recipient } = await world.as('fulfillment-shipping', ['service']).getRecipient(asked);
  expect(recipient).toMatchObject({ serviceCode: '2' });
});

it('tells the present price instead of selling at another', async () => {
  answers.shippingPriceCents = 2_200;

  await expect(place({})).rejects.toMatchObject({
    reason: 'shipping_price_changed',
    details: { members: { priceCents: 2_200 } },
  });
});

it.each([
  ['discount_not_allowed', { discountCents: 1 }],
  ['validation_failed', { shippingMethodId: undefined }],
  ['validation_failed', { shippingMethodId: 'melhorenvio-1' }],
])('refuses with %s what says %j', async (reason, changes) => {
  await expect(place(changes)).rejects.toMatchObject({ kind: 'invalid', reason });
});
