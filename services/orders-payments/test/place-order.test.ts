import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@estampa/testing/eventually';
import { aCheckout, aKey, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';
import { answers } from './stand-ins.ts';

let world: CheckoutWorld;
const usual = { ...answers };

beforeAll(async () => {
  world = await startCheckoutWorld();
});
afterAll(() => world?.stop());
beforeEach(() => void Object.assign(answers, usual));

it('freezes prices, names and totals and gives the address to pay at', async () => {
  const userId = randomUUID();

  const { order } = await world.as(userId).placeOrder(aCheckout(userId, { discountCents: 480 }));

  const [charge] = await world.sandbox.charges(order!.id);
  expect(order).toMatchObject({
    userId,
    email: `${userId}@demo.example`,
    fullName: 'Compradora Demo',
    phone: '+5511987654321',
    paymentStatus: 'pending',
    fulfillmentStatus: 'pending',
    subtotalCents: 15_980,
    shippingCents: 1_500,
    discountCents: 480,
    totalCents: 17_000,
    payment: { paymentProvider: 'asaas', providerPaymentId: charge!.id, status: 'pending', amountCents: 17_000 },
  });
  expect(order!.items).toMatchObject([
    { quantity: 2, unitPriceCents: 7_990, lineTotalCents: 15_980, sellerName: 'Loja Demo', optionLabel: 'Médio' },
  ]);
  expect(order!.items[0]!.earnings).toBeUndefined();
  expect(order!.initPoint).toContain(charge!.id);
  expect(charge).toMatchObject({ value: 170, externalReference: `${order!.id}:1` });
  const events = (await eventually(() => world.service.events('orders.v1'))).filter(({ key }) =>
    key.endsWith(order!.id),
  );
  expect(events.map(({ type, value }) => [type, value.version])).toEqual([
    ['order_placed', 1],
    ['order_payment_started', 2],
  ]);
  expect(events[0]!.value.order.items[0].earnings).toMatchObject({ artistEarningsCents: 1_846 });
});
