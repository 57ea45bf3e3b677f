import { randomUUID } from 'node:crypto';
import { AccountServiceClient, type CountOpenOrdersResponse } from '@estampa/contracts/orders/v1/account';
import { ListOrdersRequest } from '@estampa/contracts/orders/v1/order';
import { eventually } from '@estampa/testing/eventually';
import { describe, expect, it } from 'vitest';
import { aCheckout, type CheckoutWorld } from './checkout-world.ts';

const OVER: CountOpenOrdersResponse = { unpaid: 0, underWay: 0, refunding: 0, sales: 0 };

const order = (changes: string) => `update customer_order set ${changes} where id = $1`;
const items = (status: string) => `update order_item set fulfillment_status = '${status}' where order_id = $1`;
const refund = (columns: string, values: string) => `
  insert into refund (id, order_id, payment_id, amount_cents, created_at, tries, failures, ${columns})
  select gen_random_uuid(), id, current_payment_id, 1, now(), 0, 0, ${values} from customer_order where id = $1`;

/** What happens to the orders of deleted accounts. */
export function describeDeletedAccounts(world: () => CheckoutWorld): void {
  async function anOrder(fullName = 'Somebody') {
    const userId = randomUUID();
    const line = { quantity: 1, selectedOptions: {}, sellerProductId: randomUUID(), variantId: randomUUID() };
    const placed = await world()
      .as(userId)
      .placeOrder(aCheckout(userId, { fullName, items: [line] }));
    return { userId, order: placed.order! };
  }

  const query = async (sql: string, ...values: unknown[]) => (await world().service.database.query(sql, values)).rows;
  const admin = () => world().as(randomUUID(), ['admin']);

  const remove = (userId: string) => {
    const value = { userId, deletedAt: new Date().toISOString(), version: 3 };
    return world().service.publish('identity.v1', { type: 'user_deleted', key: `deleted_user:${userId}`, value });
  };

  describe('the orders of an account', () => {
    it('block its deletion until they are over', async () => {
      const { userId, order: placed } = await anOrder();
      // A seller without other orders.
      const sellerProfileId = randomUUID();
      await query('update order_item set seller_profile_id = $2 where order_id = $1', placed.id, sellerProfileId);
      const accounts = world().service.client(AccountServiceClient);
      const count = async (of: string) => accounts.countOpenOrders({ userId: of, sellerProfileId });
      const steps: [sql: string, Partial<CountOpenOrdersResponse>][] = [
        [order(`payment_status = 'pending'`), { unpaid: 1, sales: 1 }],
        [order(`payment_status = 'rejected'`), { unpaid: 1, sales: 1 }],
        [order(`payment_status = 'approved'`), { underWay: 1, sales: 1 }],
        [items('shipped'), { underWay: 1, sales: 1 }],
        [items('delivered'), {}],
        [order('is_disputed = true'), { underWay: 1, sales: 1 }],
        [order('is_disputed = false'), {}],
        [items('returned'), {}],
        [refund('reason, status', `'refund', 'failed'`), {}],
        [refund('reason, status', `'refund', 'requires_payer_action'`), { refunding: 1 }],
        [`update refund set status = 'done' where order_id = $1`, {}],
        [refund('reason, status', `'late', 'failed'`), { refunding: 1 }],
        [`update refund set ended_by_hand = 'settled' where order_id = $1`, {}],
        [items('pending'), { underWay: 1, sales: 1 }],
        [order(`payment_status = 'refunded'`), {}],
        [order(`payment_status = 'cancelled'`), {}],
      ];

      for (const [sql, open] of steps) {
        await query(sql, placed.id);

        expect([sql, await count(userId)]).toEqual([sql, { ...OVER, ...open }]);
        expect([sql, await count(randomUUID())]).toEqual([sql, { ...OVER, sales: open.sales ?? 0 }]);
      }
    });

    it('can be counted by services only', async () => {
      const caller = { userId: randomUUID(), roles: ['admin' as const], sellerProfileId: null, sessionId: null };
      const counting = world()
        .service.client(AccountServiceClient, { caller })
        .countOpenOrders({ userId: caller.userId });

      await expect(counting).rejects.toMatchObject({ kind: 'forbidden' });
    });

    it('lose their buyer when it is deleted, and nothing else, however often that is published', async () => {
      const fullName = `Buyer ${randomUUID()}`;
      const { userId, order: placed } = await anOrder(fullName);
      const read = async () => (await admin().getOrder({ id: placed.id })).order!;
      const before = await read();

      await remove(userId);

      const erased = await eventually(async () => {
        const found = await read();
        expect(found.fullName).toBe('Deleted user');
        return found;
      });
      const { city, state, country } = before.shipping!;
      const shipping = {
        cep: '',
        street: '',
        number: '',
        neighborhood: '',
        complement: undefined,
        city,
        state,
        country,
      };
      expect(erased).toEqual({
        ...before,
        fullName: 'Deleted user',
        email: `${userId}@deleted.invalid`,
        phone: undefined,
        shipping,
        updatedAt: expect.any(Date),
      });
      const found = await admin().listOrders(ListOrdersRequest.fromPartial({ search: fullName }));
      expect(found.orders).toEqual([]);
      expect(await query('select from gateway_customer where user_id = $1', userId)).toEqual([]);
      expect(await query(`select action from audit where subject = $1`, `user:${userId}`)).toEqual([
        { action: 'buyer_erased' },
      ]);
      const { order: another, userId: other } = await anOrder();
      await remove(userId);
      await remove(other);
      await eventually(async () =>
        expect((await admin().getOrder({ id: another.id })).order!.fullName).toBe('Deleted user'),
      );
      expect(await query(`select action from audit where subject = $1`, `user:${userId}`)).toHaveLength(1);
    });

    it('lose the words that a buyer had printed, and publish that they did', async () => {
      const { userId, order: placed } = await anOrder();
      const words = `Davi ${randomUUID()}`;
      const text = { text: words, font: 'anton', color: '#1F2A44', curve: 0 };
      const artworkId = randomUUID();
      const print = { artworkId, artworkVersion: 1, templateId: 'front', x: 0, y: 0, scale: 1, rotation: 0, text };
      const surfaces = ['front', 'back', 'sleeve'].map((surface, place) => {
        const lies = place === 0 ? {} : { print: place === 1 ? print : { ...print, text: undefined } };
        return { surface, name: surface, artworkId, extraCostCents: 0, ...lies };
      });
      await query(
        'update order_item set print = $2, surfaces = $3 where order_id = $1',
        placed.id,
        JSON.stringify(print),
        JSON.stringify(surfaces),
      );
      const shown = async () => {
        const [item] = (await admin().getOrder({ id: placed.id })).order!.items;
        return item!.surfaces.map((surface) => surface.text?.text);
      };
      expect(await shown()).toEqual([words, words, undefined]);

      await remove(userId);

      await eventually(async () => expect(await shown()).toEqual([undefined, undefined, undefined]));
      const [stored] = await query('select print, surfaces from order_item where order_id = $1', placed.id);
      expect(JSON.stringify(stored)).not.toContain(words);
      expect(stored).toMatchObject({
        print: { artworkId, isTextErased: true },
        surfaces: [{}, { print: { artworkId, isTextErased: true } }, { print: { artworkId } }],
      });
      await eventually(async () => {
        const published = (await world().service.events('orders.v1')).filter(({ key }) => key === `order:${placed.id}`);
        expect(published.at(-1)).toMatchObject({
          type: 'order_texts_erased',
          value: {
            order: {
              items: [{ print: { textErased: true }, surfaces: [{}, { print: { textErased: true } }, {}] }],
            },
          },
        });
        expect(JSON.stringify(published.at(-1))).not.toContain(words);
      });
    });
  });
}
