import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { PayoutServiceClient } from '@estampa/contracts/payouts/v1/payouts';
import type { Topic } from '@estampa/kernel/topics';
import type { Caller } from '@estampa/kit/call';
import { eventually } from '@estampa/testing/eventually';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import type { NewEvent } from '@estampa/testing/topic-probe';
import { AMOUNT_CENTS, type AnOrder, anOrder, itemIs, orderIs } from './events.ts';

const ADMIN: Caller = { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null };
const sellerCaller = (sellerProfileId: string): Caller => ({
  userId: randomUUID(),
  roles: ['seller'],
  sellerProfileId,
  sessionId: null,
});

let service: ServiceUnderTest;
const connect = (caller: Caller = ADMIN) => service.client(PayoutServiceClient, { caller });
let admin: ReturnType<typeof connect>;

beforeAll(async () => {
  service = await startService('payouts');
  admin = connect();
});
afterAll(() => service.stop());

const topicOf = ({ key }: NewEvent): Topic => (key.startsWith('order:') ? 'orders.v1' : 'fulfillment.v1');

/** Sends the events one after the other and waits until they have been applied. */
async function tell(...events: NewEvent[]): Promise<void> {
  const sent: { topic: Topic; id: string }[] = [];
  for (const event of events) sent.push({ topic: topicOf(event), id: await service.publish(topicOf(event), event) });
  const inbox = service.client(InboxServiceClient);
  await eventually(() => inbox.settled({ events: sent }).then(() => true));
}

const itemsOf = async (order: AnOrder) => (await admin.listPayoutItems({ orderId: order.id })).payoutItems;
const statusesOf = async (order: AnOrder) =>
  (await itemsOf(order)).map(({ type, status, amountCents }) => `${type} ${status} ${amountCents}`).toSorted();

async function aReleasableOrder(more: Partial<AnOrder> = {}): Promise<AnOrder> {
  const order = anOrder(more);
  await tell(orderIs(order, 'approved', 2), ...order.itemIds.map((_id, index) => itemIs(order, 'delivered', 2, index)));
  return order;
}

describe('a payout item', () => {
  it('is held at approval, releasable when delivered, and carries the frozen breakdown', async () => {
    const order = anOrder();
    await tell(orderIs(order, 'pending', 1));
    expect(await itemsOf(order)).toEqual([]);

    await tell(orderIs(order, 'approved', 2));
    expect(await statusesOf(order)).toEqual([`sale held ${AMOUNT_CENTS}`]);

    await tell(itemIs(order, 'delivered', 1));
    const [item] = await itemsOf(order);
    expect(item).toMatchObject({ status: 'releasable', orderItemId: order.itemIds[0], orderNumber: 7, quantity: 2 });
    expect(item?.breakdown).toMatchObject({ priceCents: 5000, artistRoyaltyBasisPoints: 3333 });
    expect(item?.heldAt).toBeInstanceOf(Date);
    expect(item?.releasableAt).toBeInstanceOf(Date);
  });

  const facts = (order: AnOrder) => [
    orderIs(order, 'pending', 1),
    orderIs(order, 'approved', 2),
    itemIs(order, 'shipped', 1),
    itemIs(order, 'delivered', 2),
  ];
  const ORDERS = [
    [0, 1, 2, 3],
    [2, 3, 0, 1],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
    [1, 0, 3, 2],
    [3, 1, 0, 2],
  ];

  it.each(ORDERS)('comes to the same state whatever arrives first: %i %i %i %i', async (...places) => {
    const order = anOrder();
    const told = facts(order);

    await tell(...places.map((place) => told[place]!));

    expect(await statusesOf(order)).toEqual([`sale releasable ${AMOUNT_CENTS}`]);
  });

  it.each(['refunded', 'cancelled'])('is reversed when its order is %s', async (status) => {
    const order = await aReleasableOrder();

    await tell(orderIs(order, status, 3));

    expect(await statusesOf(order)).toEqual([`sale reversed ${AMOUNT_CENTS}`]);
  });

  it('of a returned item is reversed for good, the others of the order are not', async () => {
    const order = await aReleasableOrder({ itemIds: [randomUUID(), randomUUID()] });

    await tell(itemIs(order, 'returned', 3, 0), itemIs(order, 'delivered', 4, 0));

    expect(await statusesOf(order)).toEqual([`sale releasable ${AMOUNT_CENTS}`, `sale reversed ${AMOUNT_CENTS}`]);
  });

  it('does not exist for an order that was cancelled unpaid', async () => {
    const order = anOrder();

    await tell(itemIs(order, 'delivered', 1), orderIs(order, 'cancelled', 2));

    expect(await itemsOf(order)).toEqual([]);
  });

  it('is made once even when an event comes twice', async () => {
    const order = anOrder();
    const id = randomUUID();

    await tell({ ...orderIs(order, 'approved', 2), id }, { ...orderIs(order, 'approved', 2), id });

    expect(await itemsOf(order)).toHaveLength(1);
    const events = await service.events('payouts.v1');
    expect(events.filter(({ value }) => value.item?.orderId === order.id).map(({ type }) => type)).toEqual([
      'payout_item_held',
    ]);
  });
});

describe('a payout', () => {
  it('takes all releasable items of one seller and is paid', async () => {
    const { sellerProfileId } = await aReleasableOrder();
    await aReleasableOrder({ sellerProfileId });
    const held = anOrder({ sellerProfileId });
    await tell(orderIs(held, 'approved', 1));

    const { payout } = await admin.createPayout({ sellerProfileId, payoutItemIds: [] });
    const { payout: paid } = await admin.markPayoutPaid({ id: payout!.id, reference: 'transfer-1' });

    expect(payout).toMatchObject({ status: 'pending', totalCents: 2 * AMOUNT_CENTS, itemCount: 2 });
    expect(payout?.createdBy).toBe(ADMIN.userId);
    expect(paid).toMatchObject({ status: 'paid', reference: 'transfer-1', itemCount: 2 });
    expect(paid?.items.map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect((await admin.getPayout({ id: payout!.id })).payout).toEqual(paid);
    const { summary } = await connect(sellerCaller(sellerProfileId)).listPayouts({ sellerProfileId });
    expect(summary).toEqual({
      heldCents: AMOUNT_CENTS,
      releasableCents: 0,
      paidCents: 2 * AMOUNT_CENTS,
      reversedCents: 0,
    });
  });

  it('frees its items when it fails, and then is over', async () => {
    const { sellerProfileId } = await aReleasableOrder();
    const { payout } = await admin.createPayout({ sellerProfileId, payoutItemIds: [] });

    const { payout: failed } = await admin.markPayoutFailed({ id: payout!.id, reason: 'wrong account' });

    expect(failed).toMatchObject({ status: 'failed', failureReason: 'wrong account', totalCents: AMOUNT_CENTS });
    expect(failed?.items).toMatchObject([{ status: 'releasable', payoutId: undefined }]);
    await expect(admin.markPayoutPaid({ id: payout!.id })).rejects.toMatchObject({ reason: 'wrong_state' });
    await expect(admin.createPayout({ sellerProfileId, payoutItemIds: [] })).resolves.toBeDefined();
  });

  it('never shares an item with one made at the same instant', async () => {
    const { sellerProfileId } = await aReleasableOrder({ itemIds: Array.from({ length: 5 }, () => randomUUID()) });
    const make = () => admin.createPayout({ sellerProfileId, payoutItemIds: [] });

    const outcomes = await Promise.allSettled([make(), make(), make(), make()]);

    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals.map(({ reason }) => reason.reason)).toEqual(Array(3).fill('nothing_to_pay'));
  });

  it('loses an item that is reversed before it is paid', async () => {
    const order = await aReleasableOrder();
    const other = await aReleasableOrder({ sellerProfileId: order.sellerProfileId });
    const { payout } = await admin.createPayout({ sellerProfileId: order.sellerProfileId, payoutItemIds: [] });

    await tell(orderIs(order, 'refunded', 3));

    const { payout: reduced } = await admin.getPayout({ id: payout!.id });
    expect(reduced).toMatchObject({ status: 'pending', totalCents: AMOUNT_CENTS, itemCount: 1 });
    expect(reduced?.items[0]?.orderId).toBe(other.id);
    expect((await itemsOf(order))[0]).toMatchObject({ status: 'reversed', payoutId: undefined });
  });

  it.each([
    ['a refunded order leaves the item paid', (order: AnOrder) => orderIs(order, 'refunded', 3), 'paid'],
    ['a returned item is reversed', (order: AnOrder) => itemIs(order, 'returned', 3), 'reversed'],
  ])('once paid stays; %s, and the next one takes it back once', async (_case, event, status) => {
    const order = await aReleasableOrder();
    const { sellerProfileId } = order;
    const { payout } = await admin.createPayout({ sellerProfileId, payoutItemIds: [] });
    await admin.markPayoutPaid({ id: payout!.id });

    await tell(event(order));
    expect(await statusesOf(order)).toEqual([
      `adjustment releasable ${-AMOUNT_CENTS}`,
      `sale ${status} ${AMOUNT_CENTS}`,
    ]);
    await tell(orderIs(order, 'refunded', 4), itemIs(order, 'returned', 4));
    expect(await statusesOf(order)).toHaveLength(2);
    expect((await admin.getPayout({ id: payout!.id })).payout).toMatchObject({
      status: 'paid',
      totalCents: AMOUNT_CENTS,
    });
    await expect(admin.createPayout({ sellerProfileId, payoutItemIds: [] })).rejects.toMatchObject({
      reason: 'nothing_to_pay',
    });
    await aReleasableOrder({ sellerProfileId, itemIds: [randomUUID(), randomUUID()] });
    const next = await admin.createPayout({ sellerProfileId, payoutItemIds: [] });
    expect(next.payout).toMatchObject({ totalCents: AMOUNT_CENTS, itemCount: 3 });
    await admin.markPayoutPaid({ id: next.payout!.id });
    const { summary } = await admin.listPayoutItems({ sellerProfileId });
    expect(summary).toMatchObject({ paidCents: 2 * AMOUNT_CENTS, releasableCents: 0, reversedCents: AMOUNT_CENTS });
  });

  it('is refused for items that cannot be paid', async () => {
    const mine = await aReleasableOrder();
    const held = anOrder({ sellerProfileId: mine.sellerProfileId });
    const foreign = await aReleasableOrder();
    await tell(orderIs(held, 'approved', 1));
    const tryWith = async (order: AnOrder) => {
      const payoutItemIds = (await itemsOf(order)).map(({ id }) => id);
      return admin.createPayout({ sellerProfileId: mine.sellerProfileId, payoutItemIds });
    };

    await expect(tryWith(held)).rejects.toMatchObject({ reason: 'wrong_state' });
    await expect(tryWith(foreign)).rejects.toMatchObject({ reason: 'unknown_reference' });
    await tryWith(mine);
    await expect(tryWith(mine)).rejects.toMatchObject({ reason: 'wrong_state' });
  });

  it('is answered again for the same idempotency key', async () => {
    const { sellerProfileId } = await aReleasableOrder();
    const idempotency = { key: 'key-1', scope: `admin POST /payouts ${sellerProfileId}`, bodyDigest: 'a' };
    const keyed = service.client(PayoutServiceClient, { caller: ADMIN, idempotency });
    const make = () => keyed.createPayout({ sellerProfileId, payoutItemIds: [] }, { withIdempotencyKey: true });

    const [first, second] = await Promise.all([make(), make()]);

    expect(second).toEqual(first);
    expect((await admin.listPayouts({ sellerProfileId })).total).toBe(1);
  });
});

describe('lists and permissions', () => {
  it('shows a seller their own, newest first, and nobody else anything', async () => {
    const first = await aReleasableOrder();
    const { sellerProfileId } = first;
    const second = await aReleasableOrder({ sellerProfileId });
    const seller = connect(sellerCaller(sellerProfileId));

    const page = await seller.listPayoutItems({ sellerProfileId, page: { skip: 0, limit: 1 } });

    expect(page.total).toBe(2);
    expect(page.payoutItems.map(({ orderId }) => orderId)).toEqual([second.id]);
    expect((await seller.listPayoutItems({ sellerProfileId, status: 'held' })).total).toBe(0);
    const other = connect(sellerCaller(randomUUID()));
    await expect(other.listPayoutItems({ sellerProfileId })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(other.listPayouts({})).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(other.createPayout({ sellerProfileId, payoutItemIds: [] })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it('knows no payout of another id', async () => {
    await expect(admin.getPayout({ id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(admin.markPayoutFailed({ id: randomUUID(), reason: 'x' })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});
