import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderServiceClient } from '@estampa/contracts/orders/v1/order';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace, type TestMarketplace } from '@estampa/testing/marketplace';
import { aCheckout, CARD, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';
import { card, mercadoPagoOrders } from './mercado-pago-orders.ts';
import { describePages } from './mercado-pago-pages.ts';

let world: CheckoutWorld;
let elsewhere: TestMarketplace;

beforeAll(async () => {
  world = await startCheckoutWorld({ PAYMENT_PROVIDER: 'mercadopago' });
  const { environment } = world;
  const other = {
    ...environment,
    PAYMENT_PROVIDER: 'asaas',
    ASAAS_BASE_URL: `${world.marketplace.sandboxUrl}/asaas/v3`,
  };
  const mercadoPago = { MERCADOPAGO_BASE_URL: `${world.marketplace.sandboxUrl}/mercadopago` };
  elsewhere = await startMarketplace({
    only: ['orders-payments'],
    replicasOf: world.marketplace,
    environment: { 'orders-payments': { ...other, ...mercadoPago } },
  });
});
afterAll(async () => {
  await elsewhere?.stop();
  await world?.stop();
});

const { anOrder, becomes, paymentsOf, preferencesOf } = mercadoPagoOrders(() => world);
describePages(() => world);

describe('an order paid by Mercado Pago', () => {
  it('has a preference, and a payment once there is an attempt to pay', async () => {
    const order = await anOrder();
    expect(order.placed).toMatchObject({
      paymentStatus: 'pending',
      initPoint: expect.stringContaining('/checkout/'),
      sandboxInitPoint: expect.stringContaining('/checkout/'),
      payment: { paymentProvider: 'mercadopago', status: 'pending', amountCents: 17_480 },
    });
    expect(order.placed.payment!.providerPaymentId).toBeUndefined();

    await order.pay();

    const [payment] = await paymentsOf(order.id);
    await becomes(order, {
      paymentStatus: 'approved',
      payment: { status: 'approved', providerPaymentId: String(payment.id), providerPreferenceId: order.preferenceId },
    });
    expect((await order.read()).initPoint).toBeUndefined();
  });

  it('is rejected with the card, and approved with the next one at the same link', async () => {
    const order = await anOrder();
    await order.pay(card(CARD.declined));
    await becomes(order, { paymentStatus: 'rejected' });
    expect((await order.read()).initPoint).toBe(order.placed.initPoint);

    await order.pay(card(CARD.ok));

    const approved = (await paymentsOf(order.id)).find(({ status }: { status: string }) => status === 'approved');
    await becomes(order, { paymentStatus: 'approved', payment: { providerPaymentId: String(approved.id) } });
  });

  it('has one payment, also when its failed attempt is listed again as news', async () => {
    const order = await anOrder();
    await order.pay(card(CARD.declined));
    await becomes(order, { paymentStatus: 'rejected' });
    await order.pay(card(CARD.ok));
    await becomes(order, { paymentStatus: 'approved' });
    const { database } = world.service;

    await database.query(`update reconciliation set due_at = now(), done_to = $1 where kind = 'news'`, [
      order.placed.createdAt,
    ]);

    await eventually(async () => {
      const { rows } = await database.query(`select from reconciliation where kind = 'news' and done_to <= $1`, [
        order.placed.createdAt,
      ]);
      expect(rows).toEqual([]);
    });
    const { rows } = await database.query('select status from payment where order_id = $1', [order.id]);
    expect(rows).toEqual([{ status: 'approved' }]);
  });

  it('is found in the list of news, which continues from the page that failed', async () => {
    const { database } = world.service;
    const path = '/mercadopago/v1/payments/search';
    const failing = { method: 'GET', path, contains: 'offset=100', fail: 503, times: 1 };
    const { id } = await world.calls.call('POST', '/_control/scripts', failing);
    const until = new Date();
    const place = { since: new Date(0).toISOString(), until: until.toISOString(), cursor: '100' };
    const row = `where kind = 'news' and provider = 'mercadopago'`;
    const state = `select place, done_to, due_at > now() as rests from reconciliation ${row}`;
    const news = async () => (await database.query(state)).rows[0];

    const begun = `update reconciliation set due_at = now(), started_at = $1, place = $2 ${row}`;
    await database.query(begun, [until, JSON.stringify(place)]);
    await eventually(async () => {
      expect((await world.calls.call('GET', `/_control/scripts/${id}`)).state).toBe('released');
      expect(await news()).toMatchObject({ place, rests: true });
    });
    await database.query(`update reconciliation set due_at = now() ${row}`);

    await eventually(async () => expect(await news()).toMatchObject({ place: null, done_to: until }));
  });

  it('is checked when no webhook arrives', async () => {
    const order = await anOrder();
    await world.calls.call('POST', '/_control/scripts', { delivery: 'never', account: 'mercadopago', times: 2 });
    await order.pay();

    await world.service.database.query('update payment set due_at = now() where order_id = $1', [order.id]);

    await eventually(async () => expect((await order.read()).paymentStatus).toBe('approved'));
  });

  it('ignores webhooks without a valid signature', async () => {
    const order = await anOrder();
    await world.calls.call('POST', '/_control/scripts', { delivery: 'forged', account: 'mercadopago', times: 2 });
    await order.pay();

    await becomes(order, { paymentStatus: 'approved' });
    const [{ id }] = await paymentsOf(order.id);
    // The first of its two webhooks approves the order, maybe before the other one is sent again.
    await eventually(async () => {
      const { deliveries } = await world.calls.call('GET', `/_control/webhooks?subjectId=${id}`);
      const statuses = deliveries.map(({ attempts }: { attempts: { httpStatus: number }[] }) =>
        attempts.map(({ httpStatus }) => httpStatus),
      );
      expect(statuses).toEqual([
        [503, 200],
        [503, 200],
      ]);
    });
  });

  it('has one preference when the response to its creation was lost', async () => {
    await world.calls.call('POST', '/_control/scripts', {
      method: 'POST',
      path: '/mercadopago/checkout/preferences',
      dropConnection: true,
      afterEffect: true,
    });
    const userId = randomUUID();
    const error = await world
      .as(userId)
      .placeOrder(aCheckout(userId))
      .catch((reason: { details: { members: { orderId: string } } }) => reason);
    const { orderId } = (error as { details: { members: { orderId: string } } }).details.members;

    await eventually(async () => {
      const { order } = await world.as(userId).getOrder({ id: orderId });
      expect(order!.initPoint).toBeDefined();
    });
    expect(await preferencesOf(orderId)).toHaveLength(1);
  });
});

it('uses for each payment the provider it was created at, whichever gets new ones', async () => {
  const elsewhereAs = (userId: string) =>
    elsewhere.service('orders-payments').client(OrderServiceClient, {
      caller: { userId, roles: ['customer'], sellerProfileId: null, sessionId: null },
      idempotency: null,
    });
  const [here, there] = [await anOrder(), await anOrder(elsewhereAs)];
  expect(here.placed.payment!.paymentProvider).toBe('mercadopago');
  expect(there.placed.payment!.paymentProvider).toBe('asaas');

  await here.pay();
  await world.sandbox.pay(there.placed.payment!.providerPaymentId!);

  await becomes(here, { paymentStatus: 'approved' });
  await becomes(there, { paymentStatus: 'approved' });
  const switched = await anOrder(elsewhereAs);
  const { preferenceId } = await world.as(switched.placed.userId).payOrder({ orderId: switched.id });
  expect(await preferencesOf(switched.id)).toMatchObject([{ id: preferenceId }]);
  await eventually(async () => expect(await world.sandbox.charges(switched.id)).toMatchObject([{ deleted: true }]));
});
