import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListOrdersRequest, OrderServiceClient } from '@estampa/contracts/orders/v1/order';
import { LIST_SKIP_MAX } from '@estampa/kernel/page';
import type { Caller } from '@estampa/kit/rpc/call';
import { eventually } from '@estampa/testing/eventually';
import { expectPageRule } from '@estampa/testing/page-rule';
import { aCheckout, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';
import { describeDeletedAccounts } from './deleted-accounts.ts';

let world: CheckoutWorld;
const admin = randomUUID();
const buyer = randomUUID();
const placed: { id: string; orderNumber: number }[] = [];

beforeAll(async () => {
  world = await startCheckoutWorld();
  const line = { quantity: 1, selectedOptions: {} };
  const items = [0, 1].map(() => ({ ...line, sellerProductId: randomUUID(), variantId: randomUUID() }));
  for (const fullName of ['Ana 100%_Real', 'Bia', 'ÉRICA']) {
    const { order } = await world.as(buyer).placeOrder(aCheckout(buyer, { fullName, items }));
    placed.push(order!);
  }
});
afterAll(() => world?.stop());

const list = async (filter: Partial<ListOrdersRequest>, as = world.as(admin, ['admin'])) => {
  const { orders, total } = await as.listOrders(
    ListOrdersRequest.fromPartial({ page: { skip: 0, limit: 20 }, ...filter }),
  );
  return { ids: orders.map(({ id }) => id), orders, total };
};
const idOf = (index: number) => placed[index]!.id;

describe('the list of orders', () => {
  it('is newest first, with items and payment, in pages', async () => {
    const full = await list({ userId: buyer }, world.as(buyer));
    const page = await list({ userId: buyer, page: { skip: 1, limit: 1 } });

    expect(full).toMatchObject({ ids: [idOf(2), idOf(1), idOf(0)], total: 3 });
    expect(full.orders[0]).toMatchObject({ items: [{}, {}], payment: { status: 'pending' } });
    expect(page).toMatchObject({ ids: [idOf(1)], total: 3 });
  });

  it('is limited to its buyer and admins', async () => {
    await expect(list({ userId: buyer }, world.as(randomUUID()))).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(list({}, world.as(buyer))).rejects.toMatchObject({ kind: 'forbidden' });
    expect((await list({})).total).toBe(3);
  });

  it.each<[Partial<ListOrdersRequest>, number[]]>([
    [{ search: '100%_r' }, [0]],
    [{ search: '%' }, [0]],
    [{ search: 'érica' }, [2]],
    [{ search: 'demo.EXAMPLE' }, [2, 1, 0]],
    [{ search: 'nobody' }, []],
    [{ paymentStatus: 'pending' }, [2, 1, 0]],
    [{ paymentStatus: 'approved' }, []],
    [{ fulfillmentStatus: 'pending' }, [2, 1, 0]],
    [{ createdFrom: new Date(Date.now() + 3_600_000) }, []],
    [{ createdBefore: new Date(Date.now() - 3_600_000) }, []],
    [{ createdFrom: new Date(Date.now() - 3_600_000), createdBefore: new Date(Date.now() + 3_600_000) }, [2, 1, 0]],
    [{ email: 'NOBODY@demo.example' }, []],
    [{ search: 'demo.example', page: { skip: LIST_SKIP_MAX, limit: 20 } }, []],
  ])('filtered by %j has %j', async (filter, expected) => {
    expect((await list(filter)).ids).toEqual(expected.map(idOf));
  });

  it('finds parts of order numbers, and e-mails in any case', async () => {
    const { orderNumber } = placed[1]!;

    expect((await list({ search: String(orderNumber).slice(1) })).ids).toContain(idOf(1));
    expect((await list({ email: `${buyer}@DEMO.example` })).total).toBe(3);
  });

  it.each([{ paymentStatus: 'paid' }, { fulfillmentStatus: 'lost' }])('rejects %j', async (filter) => {
    await expect(list(filter)).rejects.toMatchObject({ reason: 'validation_failed' });
  });

  it('continues after a page, whatever is placed meanwhile', async () => {
    const as = world.as(admin, ['admin']);
    const after = async (cursor: string | undefined) => as.listOrders({ userId: buyer, page: { limit: 1, cursor } });
    const first = await after(undefined);
    const second = await after(first.nextCursor);
    const last = await as.listOrders({ userId: buyer, page: { limit: 2, cursor: second.nextCursor } });
    const skipped = await as.listOrders({ userId: buyer, page: { skip: 1, limit: 1, cursor: first.nextCursor } });

    expect([first, second, last, skipped].map(({ orders }) => orders.map(({ id }) => id))).toEqual(
      [2, 1, 0, 0].map((index) => [idOf(index)]),
    );
    expect([first, second, last].map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(last.nextCursor).toBeUndefined();
  });

  it.each([{}, { search: 'demo.example' }, { updatedSince: new Date(0) }])(
    'goes through all by cursors as by pages: %j',
    async (filter) => {
      const as = world.as(admin, ['admin']);
      const [all, seen] = [(await list(filter)).ids, [] as string[]];
      for (let cursor: string | undefined; ;) {
        const page = await as.listOrders(ListOrdersRequest.fromPartial({ ...filter, page: { limit: 2, cursor } }));
        seen.push(...page.orders.map(({ id }) => id));
        if (!page.nextCursor) break;
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(all);
    },
  );

  it('rejects what is no cursor, or one of another list', async () => {
    const { nextCursor } = await world.as(buyer).listOrders({ userId: buyer, page: { limit: 1 } });
    for (const cursor of ['MjAyNi0wMS0wMQ', nextCursor])
      await expect(list({ page: { cursor } })).rejects.toMatchObject({ details: { fields: [{ path: 'cursor' }] } });
  });

  it('has the default page size', () => expectPageRule((page) => world.as(buyer).listOrders({ userId: buyer, page })));
});

describe('fulfillment', () => {
  const read = async (id: string) => (await world.as(buyer).getOrder({ id })).order!;
  const itemChanged = (item: object, version: number) => ({
    type: 'item_changed',
    key: `item:${(item as { id: string }).id}`,
    value: { item, version },
  });

  it('is copied from its service, and the order derives its own from all items', async () => {
    const orderId = idOf(0);
    const [first, second] = (await read(orderId)).items;
    const shippedAt = '2026-11-21T10:00:00.000Z';
    const shipped = { orderId, fulfillmentStatus: 'shipped', trackingCode: 'BR1', shippedAt };

    await world.service.publish('fulfillment.v1', itemChanged({ ...shipped, id: first!.id }, 2));
    await eventually(async () => expect((await read(orderId)).items[0]).toMatchObject({ trackingCode: 'BR1' }));
    expect(await read(orderId)).toMatchObject({ fulfillmentStatus: 'pending', shippedAt: undefined });

    await world.service.publish('fulfillment.v1', itemChanged({ ...shipped, id: second!.id }, 2));
    await eventually(async () =>
      expect(await read(orderId)).toMatchObject({ fulfillmentStatus: 'shipped', shippedAt: new Date(shippedAt) }),
    );
  });

  it('never returns to an older version', async () => {
    const orderId = idOf(1);
    const [item] = (await read(orderId)).items;
    const at = (fulfillmentStatus: string) => ({ id: item!.id, orderId, fulfillmentStatus });

    await world.service.publish('fulfillment.v1', itemChanged(at('in_production'), 5));
    await world.service.publish('fulfillment.v1', itemChanged(at('pending'), 4));
    await world.service.publish('fulfillment.v1', itemChanged({ ...at('pending'), id: randomUUID() }, 1));
    const shipment = { id: randomUUID(), provider: 'melhorenvio', status: 'label_generated', trackingCode: 'BR2' };
    const value = { orderId, shipment, version: 1 };
    await world.service.publish('fulfillment.v1', { type: 'shipment_changed', key: `shipment:${orderId}`, value });

    await eventually(async () => expect((await read(orderId)).shipment).toMatchObject(shipment));
    expect(await read(orderId)).toMatchObject({ fulfillmentStatus: 'in_production' });
  });

  it('moves an order to the end of the list of changes, for admins and for its sellers', async () => {
    const { updatedAt: since, items } = await read(idOf(2));
    const moved = { id: items[0]!.id, orderId: idOf(2), fulfillmentStatus: 'in_production' };
    const sellerProfileId = items[0]!.sellerProfileId;
    const caller: Caller = { userId: randomUUID(), roles: ['seller'], sellerProfileId, sessionId: null };
    const seller = world.service.client(OrderServiceClient, { caller });

    await world.service.publish('fulfillment.v1', itemChanged(moved, 1));
    await eventually(async () => expect((await read(idOf(2))).items[0]).toMatchObject(moved));

    const { updatedAt: last } = await read(idOf(2));
    const after = new Date(last!.getTime() + 1);
    const all = await list({ updatedSince: new Date(0), search: 'demo.example' });
    expect(last!.getTime()).toBeGreaterThan(since!.getTime());
    expect([all.ids.at(-1), all.total]).toEqual([idOf(2), 3]);
    const instants = all.orders.map(({ updatedAt }) => updatedAt!.getTime());
    expect(instants).toEqual(instants.toSorted((one, other) => one - other));
    expect((await list({ updatedSince: last })).ids).toEqual([idOf(2)]);
    expect(await list({ updatedSince: after })).toMatchObject({ ids: [], total: 0 });
    const ofSeller = (updatedSince: Date | undefined) => seller.listSellerOrders({ sellerProfileId, updatedSince });
    expect(await ofSeller(last)).toMatchObject({ total: 1, orders: [{ id: idOf(2) }] });
    expect(await ofSeller(after)).toEqual({ orders: [], total: 0 });
  });

  it('goes through what a seller sold by cursors as by pages', async () => {
    const { sellerProfileId } = (await read(idOf(0))).items[0]!;
    const as = world.as(admin, ['admin']);
    const ordersBy = (filter: object) => async (page: object) => {
      const { orders, nextCursor } = await as.listSellerOrders({ sellerProfileId, page, ...filter });
      return { rows: orders, nextCursor };
    };
    const items = async (page: object) => {
      const { items: rows, nextCursor } = await as.listSellerItems({ sellerProfileId, page });
      return { rows, nextCursor };
    };
    for (const page of [ordersBy({}), ordersBy({ updatedSince: new Date(0) }), items]) {
      const [all, first] = [(await page({})).rows, await page({ limit: 1 })];
      const rest = await page({ limit: all.length, cursor: first.nextCursor });

      expect(all.length).toBeGreaterThan(1);
      expect([[...first.rows, ...rest.rows], rest.nextCursor]).toEqual([all, undefined]);
    }
  });

  it('is complete when changes of several items come in one fetch', async () => {
    const orderId = idOf(2);
    const { items } = await read(orderId);
    await world.service.process.kill('SIGKILL');
    for (const { id } of items) {
      await world.service.publish(
        'fulfillment.v1',
        itemChanged({ id, orderId, fulfillmentStatus: 'delivered', deliveredAt: '2026-11-21T10:00:00.000Z' }, 2),
      );
    }

    await world.service.process.restart();

    await eventually(async () => expect(await read(orderId)).toMatchObject({ fulfillmentStatus: 'delivered' }), {
      deadlineMs: 30_000,
    });
  });

  it('is not published again', async () => {
    const events = await world.service.events('orders.v1');
    expect(events.filter(({ key }) => key === `order:${idOf(1)}`)).toEqual([]);
  });

  it('stores members of a shipment that this version does not know yet', async () => {
    const orderId = idOf(2);
    const shipment = { id: randomUUID(), provider: 'melhorenvio', status: 'in_transit', pickupPoint: 'later' };
    const value = { orderId, shipment, version: 1 };

    await world.service.publish('fulfillment.v1', { type: 'shipment_changed', key: `shipment:${orderId}`, value });

    await eventually(async () => expect((await read(orderId)).shipment).toMatchObject({ status: 'in_transit' }));
    const { rows } = await world.service.database.query('select shipment from customer_order where id = $1', [orderId]);
    expect(rows).toEqual([{ shipment }]);
  });

  it('shows single items to admins', async () => {
    const [item] = (await read(idOf(0))).items;
    const found = await world.as(admin, ['admin']).getOrderItem({ id: item!.id });

    expect(found.item).toMatchObject({ id: item!.id, orderId: idOf(0), earnings: { priceCents: 7_990 } });
    await expect(world.as(buyer).getOrderItem({ id: item!.id })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(world.as(admin, ['admin']).getOrderItem({ id: randomUUID() })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});

describeDeletedAccounts(() => world);
