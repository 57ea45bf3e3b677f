import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FulfillmentServiceClient } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { auditOf } from '@estampa/testing/audit';
import { type AnOrder, openStage, orderIs, type Shipment, type Stage } from './stage.ts';
import { describeWebhooks } from './webhooks.ts';

let stage: Stage;
let userId: string;

beforeAll(async () => {
  stage = await openStage();
  userId = await stage.aBuyer();
}, 90_000);
afterAll(() => stage.stop());

const set = (itemId: string, fulfillmentStatus: string, trackingCode?: string | null) =>
  stage.admin.setItemFulfillment({
    itemId,
    fulfillmentStatus,
    trackingCode: trackingCode ?? undefined,
    setsTrackingCode: trackingCode !== undefined,
  });

const itemEvents = (itemId: string) => stage.said(`item:${itemId}`);
const lastItem = async (itemId: string) => (await itemEvents(itemId)).at(-1)?.value.item;

describe('setting an item', () => {
  it('notes first times, publishes each change once, and does nothing when nothing changes', async () => {
    const order = stage.anOrder(userId);
    const [itemId = ''] = order.itemIds;
    await stage.emit(orderIs(order, 'pending', 1));

    await set(itemId, 'in_production');
    const { item: shipped } = await set(itemId, 'shipped', 'DEMO1');
    await set(itemId, 'shipped', 'DEMO1');
    await set(itemId, 'delivered');
    const { item: returned } = await set(itemId, 'returned');
    const { item: corrected } = await set(itemId, 'shipped', null);

    expect(shipped).toMatchObject({ orderId: order.id, fulfillmentStatus: 'shipped', trackingCode: 'DEMO1' });
    expect(returned).toMatchObject({ shippedAt: shipped?.shippedAt, deliveredAt: expect.any(Date) });
    expect(corrected).toMatchObject({ shippedAt: shipped?.shippedAt, trackingCode: undefined });
    expect(await auditOf(stage.service, `order_item:${itemId}`)).toEqual([
      ['item_fulfillment_set', 'admin', ['fulfillmentStatus', 'pending', 'in_production']],
      [
        'item_fulfillment_set',
        'admin',
        ['fulfillmentStatus', 'in_production', 'shipped'],
        ['trackingCode', null, 'DEMO1'],
      ],
      ['item_fulfillment_set', 'admin', ['fulfillmentStatus', 'shipped', 'delivered']],
      ['item_fulfillment_set', 'admin', ['fulfillmentStatus', 'delivered', 'returned']],
      ['item_fulfillment_set', 'admin', ['fulfillmentStatus', 'returned', 'shipped'], ['trackingCode', 'DEMO1', null]],
    ]);
    const events = await itemEvents(itemId);
    expect(events.map(({ type }) => type)).toEqual([
      'item_changed',
      'item_shipped',
      'item_delivered',
      'item_returned',
      'item_shipped',
    ]);
    expect(events.map(({ value }) => value.version)).toEqual([2, 3, 4, 5, 6]);
  });

  it('is rejected when the order is closed, the item unknown, the value wrong or the caller no admin', async () => {
    const order = stage.anOrder(userId);
    const [itemId = ''] = order.itemIds;
    await stage.emit(orderIs(order, 'cancelled', 2));

    await expect(set(itemId, 'shipped')).rejects.toMatchObject({ kind: 'wrong_state' });
    await expect(set(randomUUID(), 'shipped')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(set(itemId, 'lost')).rejects.toMatchObject({ reason: 'validation_failed' });
    const seller = { userId: randomUUID(), roles: ['seller' as const], sellerProfileId: randomUUID(), sessionId: null };
    const client = stage.service.client(FulfillmentServiceClient, { caller: seller });
    await expect(
      client.setItemFulfillment({ itemId, fulfillmentStatus: 'shipped', setsTrackingCode: false }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(client.pollTracking({})).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('is rejected for what would be made or sent while all of the order is on its way back, and works again after that', async () => {
    const order = stage.anOrder(userId);
    const [itemId = ''] = order.itemIds;
    await stage.emit(orderIs(order, 'approved', 1), orderIs(order, 'approved', 2, { isRefundUnderWay: true }));
    // What comes twice or late lets nothing go.
    await stage.emit(orderIs(order, 'approved', 1), orderIs(order, 'approved', 2));

    await expect(set(itemId, 'in_production')).rejects.toMatchObject({ reason: 'refund_under_way' });
    await expect(set(itemId, 'shipped')).rejects.toMatchObject({ reason: 'refund_under_way' });
    await stage.emit(orderIs(order, 'approved', 3, { isDisputed: true }));
    await expect(set(itemId, 'shipped')).rejects.toMatchObject({ reason: 'payment_disputed' });
    await stage.emit(orderIs(order, 'approved', 4));

    expect((await set(itemId, 'shipped')).item).toMatchObject({ fulfillmentStatus: 'shipped' });
  });

  it('works for an order that is not paid yet and was never published; later events count more', async () => {
    const order = stage.anUnpaidOrder(userId);
    const [first = '', second = ''] = order.itemIds;

    const { item } = await set(first, 'in_production');

    expect(item).toMatchObject({ id: first, orderId: order.id, fulfillmentStatus: 'in_production' });
    await stage.emit(orderIs(order, 'approved', 2));
    await stage.shipment(order.id, ({ status }) => status !== '');
    expect(await lastItem(first)).toMatchObject({ fulfillmentStatus: 'in_production' });
    await stage.emit(orderIs(order, 'refunded', 3));
    await expect(set(second, 'shipped')).rejects.toMatchObject({ kind: 'wrong_state' });
  });

  it('is rejected for an order that ended unpaid and was never published', async () => {
    const { itemIds } = stage.anUnpaidOrder(userId, 'cancelled');

    await expect(set(itemIds[0] ?? '', 'shipped')).rejects.toMatchObject({ kind: 'wrong_state' });
  });

  it('passes over an older event of its order', async () => {
    const order = stage.anOrder(userId);
    await stage.emit(orderIs(order, 'cancelled', 3), orderIs(order, 'approved', 2));

    await expect(set(order.itemIds[0] ?? '', 'shipped')).rejects.toMatchObject({ kind: 'wrong_state' });
    expect(await stage.said(`shipment:${order.id}`)).toEqual([]);
  });
});

async function aParcel(items = 2): Promise<{ order: AnOrder; shipment: Shipment }> {
  const order = stage.anOrder(userId, items);
  await stage.emit(orderIs(order, 'approved', 1));
  const shipment = await stage.shipment(order.id, ({ labelUrl }) => labelUrl !== undefined);
  return { order, shipment };
}

const move = ({ id }: Shipment, to: string) => stage.sandbox(`/parcels/${id}/advance`, { to });

async function poll({ id }: Shipment) {
  const { details, ...counts } = await stage.admin.pollTracking({});
  const count = (wanted: string) => details.filter(({ outcome }) => outcome === wanted).length;
  expect(counts).toEqual({ total: details.length, updated: count('updated'), errors: count('error') });
  return details.find(({ shipmentId }) => shipmentId === id);
}

describe('the tracking poll', () => {
  it('ships the items when the parcel is posted and delivers what did not come back', async () => {
    const { order, shipment } = await aParcel(3);
    const [first = '', second = '', third = ''] = order.itemIds;
    expect(await poll(shipment)).toMatchObject({ outcome: 'unchanged', status: 'label_generated', orderId: order.id });

    await set(second, 'in_production');
    await set(third, 'returned');
    const { posted_at: postedAt } = await move(shipment, 'posted');
    expect(await poll(shipment)).toMatchObject({ outcome: 'updated', status: 'in_transit' });
    expect(await lastItem(first)).toMatchObject({ fulfillmentStatus: 'shipped', trackingCode: shipment.trackingCode });
    expect((await lastItem(second)).shippedAt).toBe(new Date(`${postedAt.replace(' ', 'T')}-03:00`).toISOString());

    await move(shipment, 'delivered');
    expect(await poll(shipment)).toMatchObject({ outcome: 'updated', status: 'delivered' });
    expect(await lastItem(first)).toMatchObject({ fulfillmentStatus: 'delivered', deliveredAt: expect.any(String) });
    expect(await lastItem(third)).toMatchObject({ fulfillmentStatus: 'returned' });
    expect(await poll(shipment)).toBeUndefined();
  });

  it('does both at once when the posting was missed', async () => {
    const { order, shipment } = await aParcel(1);
    await move(shipment, 'delivered');

    await poll(shipment);

    const [itemId = ''] = order.itemIds;
    expect(await lastItem(itemId)).toMatchObject({ fulfillmentStatus: 'delivered', shippedAt: expect.any(String) });
    expect((await itemEvents(itemId)).map(({ type, value }) => [type, value.version])).toEqual([['item_delivered', 2]]);
  });

  it('moves no item of an order that was paid back', async () => {
    const { order, shipment } = await aParcel(1);
    await move(shipment, 'delivered');
    await stage.emit(orderIs(order, 'refunded', 2));

    expect(await poll(shipment)).toMatchObject({ outcome: 'updated', status: 'delivered' });
    expect(await itemEvents(order.itemIds[0] ?? '')).toEqual([]);
  });

  it('reports parcels it could not poll and goes on next time', async () => {
    const { shipment } = await aParcel(1);
    await stage.sandbox('/scripts', { method: 'POST', path: '/**/shipment/tracking', fail: 503 });

    const failed = await poll(shipment);
    expect(failed).toMatchObject({ outcome: 'error', status: 'label_generated', message: expect.any(String) });
    expect(await poll(shipment)).toMatchObject({ outcome: 'unchanged' });
  });

  it('polls all others when the carrier rejects a request about one, and leaves that one for later', async () => {
    const [rejected, other] = [await aParcel(1), await aParcel(1)];
    const { parcels } = await stage.sandbox(`/parcels?reference=${rejected.shipment.id}`);
    const rule = { method: 'POST', path: '/**/shipment/tracking', contains: parcels[0].id, fail: 422, times: 100 };
    const { id } = await stage.sandbox('/scripts', rule);
    await move(other.shipment, 'posted');

    const { details } = await stage.admin.pollTracking({});
    await stage.sandbox(`/scripts/${id}/release`, {});

    const of = (shipment: Shipment) => details.find(({ shipmentId }) => shipmentId === shipment.id);
    expect(of(other.shipment)).toEqual({
      shipmentId: other.shipment.id,
      orderId: other.order.id,
      outcome: 'updated',
      status: 'in_transit',
    });
    expect(of(rejected.shipment)).toMatchObject({
      outcome: 'error',
      message: 'The carrier refused (422)',
    });
    expect(details.filter(({ outcome }) => outcome === 'error')).toHaveLength(1);
    expect(await poll(rejected.shipment)).toMatchObject({ outcome: 'unchanged' });
  });

  it('shows the trouble on the way and its end', async () => {
    const { shipment } = await aParcel(1);

    for (const [to, status] of [
      ['paused', 'on_hold'],
      ['posted', 'in_transit'],
      ['undelivered', 'exception'],
      ['delivered', 'delivered'],
    ] as const) {
      await move(shipment, to);
      expect(await poll(shipment)).toMatchObject({ outcome: 'updated', status });
    }
  });
});

describeWebhooks(() => ({ stage, userId }));
