import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@estampa/testing/eventually';
import { metric } from '@estampa/testing/metric';
import { aCheckout, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';

let world: CheckoutWorld;

beforeAll(async () => {
  world = await startCheckoutWorld();
});
afterAll(() => world?.stop());

describe('what operators see', () => {
  it('counts charged money and the calls of the provider', async () => {
    const { opsUrl } = world.service;
    const charged = () => metric(opsUrl, 'payments_charged_cents_total', { provider: 'asaas', purpose: 'order' });
    const calls = (operation: string) =>
      metric(opsUrl, 'provider_request_seconds_count', { provider: 'asaas', operation, outcome: 'ok' });
    const before = { charged: await charged(), calls: await calls('createCharge') };
    const userId = randomUUID();
    const client = world.as(userId);
    const { order } = await client.placeOrder(aCheckout(userId));

    await world.sandbox.pay(order!.payment!.providerPaymentId!);
    await eventually(async () => expect((await charged()) - before.charged).toBe(order!.totalCents));

    expect((await calls('createCharge')) - before.calls).toBe(1);
    expect(await calls('getPayment')).toBeGreaterThan(0);
  });

  it('forgets notifications that were applied long ago', async () => {
    const insert = (id: string, age: string) =>
      world.service.database.query(
        `insert into payment_notice (provider, event_id, event, provider_payment_id, refused, applied_at)
         values ('asaas', $1, 'PAYMENT_RECEIVED', 'pay_old', false, now() - $2::interval)`,
        [id, age],
      );
    await insert('evt_old', '91 days');
    await insert('evt_young', '89 days');

    await world.service.process.restart();

    await eventually(async () => {
      const { rows } = await world.service.database.query(
        `select event_id from payment_notice where provider_payment_id = 'pay_old'`,
      );
      expect(rows).toEqual([{ event_id: 'evt_young' }]);
    });
  });
});
