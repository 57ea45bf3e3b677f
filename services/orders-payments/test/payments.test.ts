import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentNoticeServiceClient } from '@estampa/contracts/orders/v1/payment_notice';
import { eventually } from '@estampa/testing/eventually';
import { aCheckout, aKey, CARD, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';

let world: CheckoutWorld;

beforeAll(async () => {
  world = await startCheckoutWorld();
});
afterAll(() => world?.stop());

async function anOrder() {
  const userId = randomUUID();
  const client = world.as(userId);
  const { order } = await client.placeOrder(aCheckout(userId));
  const id = order!.id;
  return {
    id,
    userId,
    client,
    chargeId: order!.payment!.providerPaymentId!,
    read: async () => (await client.getOrder({ id })).order!,
    status: async () => (await client.getOrder({ id })).order!.paymentStatus,
  };
}

const row = async (sql: string, values: unknown[]) => (await world.service.database.query(sql, values)).rows[0];
const charge = async (orderId: string, chargeId: string) =>
  (await world.sandbox.charges(orderId)).find(({ id }) => id === chargeId)!;
const webhooks = (chargeId: string) =>
  row(
    'select count(*)::int as all, count(applied_at)::int as applied from payment_notice where provider_payment_id = $1',
    [chargeId],
  );
const lateMoney = (orderId: string) =>
  row('select reason, amount_cents, status from refund where order_id = $1', [orderId]);
const applied = (count: number) => ({ all: count, applied: count });

describe('webhooks', () => {
  it('approve the order when the buyer pays, and remove the link', async () => {
    const order = await anOrder();

    await world.sandbox.pay(order.chargeId);
    await eventually(async () => expect(await order.status()).toBe('approved'));

    const read = await order.read();
    expect(read.initPoint).toBeUndefined();
    expect(read.paidAt).toEqual(read.payment!.paidAt);
    expect(read.payment).toMatchObject({ status: 'approved', providerPaymentId: order.chargeId });
    await eventually(async () => {
      const events = (await world.service.events('orders.v1')).filter(({ key }) => key === `order:${order.id}`);
      expect(events.map(({ type }) => type)).toEqual(['order_approved']);
    });
  });

  it('reject the order when the card is declined, and approve it when the next card works', async () => {
    const order = await anOrder();

    await world.sandbox.pay(order.chargeId, { method: 'card', cardNumber: CARD.declined });
    await eventually(async () => expect(await order.status()).toBe('rejected'));
    expect((await order.read()).initPoint).toBeDefined();

    await world.sandbox.pay(order.chargeId, { method: 'card', cardNumber: CARD.ok });
    await eventually(async () => expect(await order.status()).toBe('approved'));
  });

  it('count a card payment once: confirmed now, received weeks later', async () => {
    const order = await anOrder();
    await world.sandbox.pay(order.chargeId, { method: 'card', cardNumber: CARD.ok });
    await eventually(async () => expect(await order.status()).toBe('approved'));
    const { paidAt } = await order.read();

    await world.sandbox.move(order.chargeId, 'received');
    await eventually(async () => expect(await webhooks(order.chargeId)).toEqual(applied(3)));

    expect((await order.read()).paidAt).toEqual(paidAt);
    expect(await lateMoney(order.id)).toBeUndefined();
  });

  it('are stored once when they come twice', async () => {
    const order = await anOrder();
    await world.sandbox.script({ delivery: 'twice', contains: order.chargeId, times: 2 });

    await world.sandbox.pay(order.chargeId, { method: 'boleto' });
    await eventually(async () => expect(await order.status()).toBe('approved'));
    await eventually(async () => expect(await webhooks(order.chargeId)).toEqual(applied(3)));
  });

  it('are retried when the provider does not respond at first', async () => {
    const order = await anOrder();
    await world.sandbox.script({ method: 'GET', path: `/asaas/v3/payments/${order.chargeId}`, fail: 503, times: 2 });

    await world.sandbox.pay(order.chargeId);

    await eventually(async () => expect(await order.status()).toBe('approved'));
  });

  it('of an unknown charge are stored and change nothing', async () => {
    const stranger = await send({
      id: `evt_${randomUUID()}`,
      event: 'PAYMENT_RECEIVED',
      payment: { id: 'pay_unknown' },
    });

    expect(stranger).toEqual({});
    await eventually(async () => expect(await webhooks('pay_unknown')).toEqual(applied(1)));
  });

  it.each([
    ['a wrong token', { 'asaas-access-token': 'x'.repeat(32) }, 'unauthenticated'],
    ['no token', {}, 'unauthenticated'],
  ])('with %s are rejected', async (_name, headers, kind) => {
    const client = world.service.client(PaymentNoticeServiceClient);
    const rawBody = Buffer.from('{}');

    const sending = client.receivePaymentNotice({ provider: 'asaas', headers, query: '', rawBody });

    await expect(sending).rejects.toMatchObject({ kind });
    const other = client.receivePaymentNotice({ provider: 'nobody', headers: {}, query: '', rawBody });
    await expect(other).rejects.toMatchObject({ kind: 'not_found' });
  });

  async function send(body: object): Promise<unknown> {
    const client = world.service.client(PaymentNoticeServiceClient);
    const headers = { 'asaas-access-token': world.webhookToken };
    return client.receivePaymentNotice({
      provider: 'asaas',
      headers,
      query: '',
      rawBody: Buffer.from(JSON.stringify(body)),
    });
  }
});

describe('a new payment', () => {
  it('replaces the first charge, which is cancelled at the provider', async () => {
    const order = await anOrder();

    const started = await order.client.payOrder({ orderId: order.id });

    expect(started.preferenceId).not.toBe(order.chargeId);
    expect(await order.read()).toMatchObject({
      paymentStatus: 'pending',
      initPoint: started.initPoint,
      payment: { providerPaymentId: started.preferenceId },
    });
    await eventually(async () => expect(await charge(order.id, order.chargeId)).toMatchObject({ deleted: true }));
    await eventually(async () => expect(await webhooks(order.chargeId)).toEqual(applied(2)));
    expect((await order.read()).paymentStatus).toBe('pending');
  });

  it('is created once for one key and for two simultaneous requests', async () => {
    const order = await anOrder();
    const client = world.as(order.userId, ['customer'], aKey(`pay ${order.id}`));
    const pay = () => client.payOrder({ orderId: order.id }, { withIdempotencyKey: true });

    const [first, second] = await Promise.all([pay(), pay()]);

    expect(second).toEqual(first);
    expect(await pay()).toEqual(first);
    expect(await world.sandbox.charges(order.id)).toHaveLength(2);
  });

  it('is limited to the buyer and admins, while the order can be paid', async () => {
    const order = await anOrder();
    await expect(world.as(randomUUID()).payOrder({ orderId: order.id })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(order.client.payOrder({ orderId: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
    await world.as(randomUUID(), ['admin']).payOrder({ orderId: order.id });
    const { payment } = await order.read();
    await world.sandbox.pay(payment!.providerPaymentId!);
    await eventually(async () => expect(await order.status()).toBe('approved'));

    const paying = order.client.payOrder({ orderId: order.id });

    await expect(paying).rejects.toMatchObject({ reason: 'wrong_state', message: expect.stringContaining('approved') });
  });

  it('is approved by the old charge when that one was paid first; the second payment is refunded', async () => {
    const order = await anOrder();
    const { id: script } = await world.sandbox.script({
      method: 'DELETE',
      path: `/asaas/v3/payments/${order.chargeId}`,
      fail: 503,
      times: 100,
    });
    const { preferenceId } = await order.client.payOrder({ orderId: order.id });
    await world.sandbox.script({ method: 'DELETE', path: `/asaas/v3/payments/${preferenceId}`, fail: 503, times: 100 });

    await world.sandbox.pay(order.chargeId);
    await eventually(async () => expect(await order.status()).toBe('approved'));
    await world.sandbox.pay(preferenceId);
    await eventually(async () => expect(await webhooks(preferenceId)).toEqual(applied(3)));
    await world.sandbox.release(script);

    expect((await order.read()).payment!.providerPaymentId).toBe(order.chargeId);
    await eventually(async () =>
      expect(await lateMoney(order.id)).toEqual({ reason: 'surplus', amount_cents: 17_480, status: 'done' }),
    );
  });
});

it('cancels a second charge of one attempt, and counts its money if it comes first', async () => {
  const [unpaid, paid] = [await anOrder(), await anOrder()];
  const twin = await world.sandbox.createCharge(`${unpaid.id}:1`);
  await eventually(async () => expect(await charge(unpaid.id, twin)).toMatchObject({ deleted: true }));
  expect(await unpaid.read()).toMatchObject({
    paymentStatus: 'pending',
    payment: { providerPaymentId: unpaid.chargeId },
  });

  const script = await world.sandbox.script({ method: 'DELETE', path: '/asaas/v3/payments/*', fail: 503, times: 100 });
  const paidTwin = await world.sandbox.createCharge(`${paid.id}:1`);
  await world.sandbox.pay(paidTwin);

  await eventually(async () => expect(await paid.status()).toBe('approved'));
  await world.sandbox.release(script.id);
  expect((await paid.read()).payment!.providerPaymentId).toBe(paidTwin);
  await eventually(async () => expect(await charge(paid.id, paid.chargeId)).toMatchObject({ deleted: true }));
});

it('checks a payment at the provider when its webhook never came', async () => {
  const order = await anOrder();
  // A webhook that is still being applied would set the time of the next check itself.
  await eventually(async () => expect(await webhooks(order.chargeId)).toEqual(applied(1)));
  await world.sandbox.script({ delivery: 'never', contains: order.chargeId, times: 5 });
  await world.sandbox.pay(order.chargeId);

  await world.service.database.query('update payment set due_at = now() where order_id = $1', [order.id]);

  await eventually(async () => expect(await order.status()).toBe('approved'));
});

it('leaves a cancelled order alone, cancels its charge, and records late money', async () => {
  const [unpaid, paid] = [await anOrder(), await anOrder()];
  await eventually(async () => expect(await webhooks(unpaid.chargeId)).toEqual(applied(1)));
  await world.service.database.query(`update customer_order set payment_status = 'cancelled' where id = any($1)`, [
    [unpaid.id, paid.id],
  ]);

  await world.sandbox.move(unpaid.chargeId, 'overdue');
  await world.sandbox.pay(paid.chargeId);

  await eventually(async () => expect(await charge(unpaid.id, unpaid.chargeId)).toMatchObject({ deleted: true }));
  await eventually(async () =>
    expect(await lateMoney(paid.id)).toEqual({ reason: 'late', amount_cents: 17_480, status: 'done' }),
  );
  expect((await paid.read()).paymentStatus).toBe('cancelled');
});
