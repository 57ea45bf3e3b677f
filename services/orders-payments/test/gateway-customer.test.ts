import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { metric } from '@estampa/testing/metric';
import { aCheckout, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';
import { answers, VALID_CPF } from './stand-ins.ts';

let world: CheckoutWorld;
const usual = { ...answers };

beforeAll(async () => {
  world = await startCheckoutWorld();
});
afterAll(() => world?.stop());
beforeEach(() => void Object.assign(answers, usual));

describe("the buyer's record at the gateway", () => {
  const remembered = async (userId: string): Promise<string> => {
    const sql = 'select customer_id from gateway_customer where user_id = $1';
    return (await world.service.database.query(sql, [userId])).rows[0].customer_id;
  };
  const looks = () =>
    metric(world.service.opsUrl, 'provider_request_seconds_count', {
      provider: 'asaas',
      operation: 'ensureCustomer',
      outcome: 'ok',
    });

  it('is asked for once, not with every checkout', async () => {
    const userId = randomUUID();
    await world.as(userId).placeOrder(aCheckout(userId));
    const before = await looks();

    await world.as(userId).placeOrder(aCheckout(userId));

    expect(await looks()).toBe(before);
  });

  it('is looked for again when the gateway does not know it any more', async () => {
    const userId = randomUUID();
    await world.as(userId).placeOrder(aCheckout(userId));
    const customerId = await remembered(userId);
    await world.service.database.query(`update gateway_customer set customer_id = 'cus_gone' where user_id = $1`, [
      userId,
    ]);

    const { order } = await world.as(userId).placeOrder(aCheckout(userId));

    expect(order!.initPoint).toBeDefined();
    expect(await remembered(userId)).toBe(customerId);
    expect(await world.sandbox.charges(order!.id)).toHaveLength(1);
    expect(await world.sandbox.customers(userId)).toBe(1);
  });

  it('is another one when the buyer has another document', async () => {
    const userId = randomUUID();
    await world.as(userId).placeOrder(aCheckout(userId));
    const first = await remembered(userId);
    answers.documentNumber = '11144477735';

    await world.as(userId).placeOrder(aCheckout(userId));

    expect(await remembered(userId)).not.toBe(first);
    expect(await world.sandbox.customers(userId)).toBe(2);
  });

  it('is not told in clear what it was made of', async () => {
    const userId = randomUUID();
    await world.as(userId).placeOrder(aCheckout(userId));

    const { rows } = await world.service.database.query('select * from gateway_customer where user_id = $1', [userId]);

    expect(JSON.stringify(rows)).not.toContain(VALID_CPF);
  });
});
