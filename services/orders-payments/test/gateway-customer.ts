import { randomUUID } from 'node:crypto';
import { metric } from '@estampa/testing/metric';
import { describe, expect, it } from 'vitest';
import { aCheckout, type CheckoutWorld } from './checkout-world.ts';
import { responses, VALID_CPF } from './stand-ins.ts';

/** The customer record at the payment provider; each test changes only the responses of peers, which its file restores. */
export function describeGatewayCustomer(world: () => CheckoutWorld): void {
  describe('the customer record at the provider', () => {
    const remembered = async (userId: string): Promise<string> => {
      const sql = 'select customer_id from gateway_customer where user_id = $1';
      return (await world().service.database.query(sql, [userId])).rows[0].customer_id;
    };
    const checks = () =>
      metric(world().service.opsUrl, 'provider_request_seconds_count', {
        provider: 'asaas',
        operation: 'ensureCustomer',
        outcome: 'ok',
      });

    it('is requested once, not at every checkout', async () => {
      const userId = randomUUID();
      await world().as(userId).placeOrder(aCheckout(userId));
      const before = await checks();

      await world().as(userId).placeOrder(aCheckout(userId));

      expect(await checks()).toBe(before);
    });

    it('is searched again when the provider no longer knows it', async () => {
      const userId = randomUUID();
      await world().as(userId).placeOrder(aCheckout(userId));
      const customerId = await remembered(userId);
      await world().service.database.query(`update gateway_customer set customer_id = 'cus_gone' where user_id = $1`, [
        userId,
      ]);

      const { order } = await world().as(userId).placeOrder(aCheckout(userId));

      expect(order!.initPoint).toBeDefined();
      expect(await remembered(userId)).toBe(customerId);
      expect(await world().sandbox.charges(order!.id)).toHaveLength(1);
      expect(await world().sandbox.customers(userId)).toBe(1);
    });

    it('is replaced when the buyer has another document', async () => {
      const userId = randomUUID();
      await world().as(userId).placeOrder(aCheckout(userId));
      const first = await remembered(userId);
      responses.documentNumber = '11144477735';

      await world().as(userId).placeOrder(aCheckout(userId));

      expect(await remembered(userId)).not.toBe(first);
      expect(await world().sandbox.customers(userId)).toBe(2);
    });

    it('is not stored with the personal data it was made from', async () => {
      const userId = randomUUID();
      await world().as(userId).placeOrder(aCheckout(userId));

      const { rows } = await world().service.database.query('select * from gateway_customer where user_id = $1', [
        userId,
      ]);

      expect(JSON.stringify(rows)).not.toContain(VALID_CPF);
    });
  });

  describe('details of the customer at the provider', () => {
    it('have the name on the document, and follow changes of the buyer', async () => {
      const userId = randomUUID();
      const place = (phone: string) =>
        world()
          .as(userId)
          .placeOrder(aCheckout(userId, { fullName: 'Quem Recebe', phone }));
      await place('+5511987654321');
      expect(await world().sandbox.customerOf(userId)).toMatchObject({
        name: 'Compradora Demo',
        mobilePhone: '11987654321',
      });

      responses.buyerName = 'Compradora Nova';
      await place('+5521912345678');

      expect(await world().sandbox.customerOf(userId)).toMatchObject({
        name: 'Compradora Nova',
        mobilePhone: '21912345678',
      });
      expect(await world().sandbox.customers(userId)).toBe(1);
    });
  });
}
