import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayoutServiceClient } from '@estampa/contracts/payouts/v1/payouts';
import { auditOf } from '@estampa/testing/audit';
import { eventually } from '@estampa/testing/eventually';
import { metric } from '@estampa/testing/metric';
import { AMOUNT_CENTS, type AnOrder, anOrder, itemIs, orderIs } from './events.ts';
import { describeMatchedTransfers } from './matched-transfers.ts';
import { describePayoutItems } from './payout-items.ts';
import { describePayoutLists } from './payout-lists.ts';
import { describePixKeys } from './pix-keys.ts';
import { describeScheduledRuns } from './scheduled-runs.ts';
import { describeTransferKills } from './transfer-kills.ts';
import { describeTransferWebhooks } from './transfer-webhooks.ts';
import { describePixTransfers } from './pix-transfers.ts';
import { runStage } from './run-stage.ts';
import { ADMIN, openStage, sellerCaller, type Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage('sandbox', 'gateway');
  // Tests send as much to the same key within seconds.
  await runStage(() => stage).sandbox('PATCH', '/settings', { asaasEqualTransferMs: 0 });
});
afterAll(() => stage.service.stop());

describe('a payout', () => {
  it('takes all releasable items of one seller and is paid', async () => {
    const { sellerProfileId } = await stage.aReleasableOrder();
    await stage.aReleasableOrder({ sellerProfileId });
    const sold = anOrder({ sellerProfileId });
    await stage.emit(orderIs(sold, 'approved', 1));

    const { payout } = await stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] });
    const { payout: paid } = await stage.admin.markPayoutPaid({ id: payout!.id, reference: 'transfer-1' });

    expect(payout).toMatchObject({ status: 'pending', totalCents: 2 * AMOUNT_CENTS, itemCount: 2 });
    expect(payout?.createdBy).toBe(ADMIN.userId);
    expect(paid).toMatchObject({ status: 'paid', reference: 'transfer-1', itemCount: 2 });
    expect(paid?.items.map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect((await stage.admin.getPayout({ id: payout!.id })).payout).toEqual(paid);
    expect(await auditOf(stage.service, `payout:${payout!.id}`)).toEqual([
      [
        'payout_created',
        'admin',
        ['sellerProfileId', null, sellerProfileId],
        ['status', null, 'pending'],
        ['totalCents', null, 2 * AMOUNT_CENTS],
      ],
      ['payout_paid', 'admin', ['status', 'pending', 'paid'], ['reference', null, 'transfer-1']],
    ]);
    const { summary } = await stage.connect(sellerCaller(sellerProfileId)).listPayouts({ sellerProfileId });
    expect(summary).toEqual({
      heldCents: AMOUNT_CENTS,
      releasableCents: 0,
      paidCents: 2 * AMOUNT_CENTS,
      reversedCents: 0,
    });
  });

  it('adds up to more than a 32-bit integer', async () => {
    const order = await stage.aReleasableOrder({ itemIds: [randomUUID(), randomUUID(), randomUUID()] });
    const { id, sellerProfileId } = order;
    await stage.service.database.query('update payout_item set amount_cents = 2000000000 where order_id = $1', [id]);

    const { payout } = await stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] });

    expect(payout).toMatchObject({ totalCents: 6_000_000_000 });
    const { summary, payouts } = await stage.admin.listPayouts({ sellerProfileId });
    expect(summary).toMatchObject({ releasableCents: 6_000_000_000 });
    expect(payouts).toMatchObject([{ totalCents: 6_000_000_000 }]);
    const event = await eventually(async () => {
      const all = await stage.service.events('payouts.v1');
      return all.find(({ key }) => key === `payout:${payout!.id}`) ?? false;
    });
    expect(event.value.payout.totalCents).toBe(6_000_000_000);
    await stage.admin.markPayoutFailed({ id: payout!.id, reason: 'too much' });
    await stage.service.database.query('update payout_item set amount_cents = $2 where order_id = $1', [
      id,
      AMOUNT_CENTS,
    ]);
  });

  it('frees its items when it fails, and then is over', async () => {
    const { sellerProfileId } = await stage.aReleasableOrder();
    const { payout } = await stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] });

    const { payout: failed } = await stage.admin.markPayoutFailed({ id: payout!.id, reason: 'wrong account' });

    expect(failed).toMatchObject({ status: 'failed', failureReason: 'wrong account', totalCents: AMOUNT_CENTS });
    expect(failed?.items).toMatchObject([{ status: 'releasable', payoutId: undefined }]);
    const [, failing] = await auditOf(stage.service, `payout:${payout!.id}`);
    expect(failing).toEqual(['payout_failed', 'admin', ['status', 'pending', 'failed'], ['failureReason']]);
    await expect(stage.admin.markPayoutPaid({ id: payout!.id })).rejects.toMatchObject({ reason: 'wrong_state' });
    await expect(stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] })).resolves.toBeDefined();
  });

  it('never shares an item with one made at the same instant', async () => {
    const { sellerProfileId } = await stage.aReleasableOrder({
      itemIds: Array.from({ length: 5 }, () => randomUUID()),
    });
    const make = () => stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] });

    const outcomes = await Promise.allSettled([make(), make(), make(), make()]);

    const rejections = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(rejections.map(({ reason }) => reason.reason)).toEqual(Array(3).fill('nothing_to_pay'));
  });

  it('loses an item that is reversed before it is paid', async () => {
    const order = await stage.aReleasableOrder();
    const other = await stage.aReleasableOrder({ sellerProfileId: order.sellerProfileId });
    const { payout } = await stage.admin.createPayout({ sellerProfileId: order.sellerProfileId, payoutItemIds: [] });

    await stage.emit(orderIs(order, 'refunded', 3));

    const { payout: reduced } = await stage.admin.getPayout({ id: payout!.id });
    expect(reduced).toMatchObject({ status: 'pending', totalCents: AMOUNT_CENTS, itemCount: 1 });
    expect(reduced?.items[0]?.orderId).toBe(other.id);
    expect((await stage.itemsOf(order))[0]).toMatchObject({ status: 'reversed', payoutId: undefined });
  });

  it.each([
    ['a refunded order leaves the item paid', (order: AnOrder) => orderIs(order, 'refunded', 3), 'paid'],
    ['a returned item is reversed', (order: AnOrder) => itemIs(order, 'returned', 3), 'reversed'],
  ])('once paid stays; %s, and the next one takes it back once', async (_case, event, status) => {
    const order = await stage.aReleasableOrder();
    const { sellerProfileId } = order;
    const { payout } = await stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] });
    await stage.admin.markPayoutPaid({ id: payout!.id });

    await stage.emit(event(order));
    expect(await stage.statusesOf(order)).toEqual([
      `adjustment releasable ${-AMOUNT_CENTS}`,
      `sale ${status} ${AMOUNT_CENTS}`,
    ]);
    await stage.emit(orderIs(order, 'refunded', 4), itemIs(order, 'returned', 4));
    expect(await stage.statusesOf(order)).toHaveLength(2);
    expect((await stage.admin.getPayout({ id: payout!.id })).payout).toMatchObject({
      status: 'paid',
      totalCents: AMOUNT_CENTS,
    });
    await expect(stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] })).rejects.toMatchObject({
      reason: 'nothing_to_pay',
    });
    await stage.aReleasableOrder({ sellerProfileId, itemIds: [randomUUID(), randomUUID()] });
    const next = await stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] });
    expect(next.payout).toMatchObject({ totalCents: AMOUNT_CENTS, itemCount: 3 });
    await stage.admin.markPayoutPaid({ id: next.payout!.id });
    const { summary } = await stage.admin.listPayoutItems({ sellerProfileId });
    expect(summary).toMatchObject({ paidCents: 2 * AMOUNT_CENTS, releasableCents: 0, reversedCents: AMOUNT_CENTS });
  });

  it('is rejected for items that cannot be paid', async () => {
    const mine = await stage.aReleasableOrder();
    const sold = anOrder({ sellerProfileId: mine.sellerProfileId });
    const foreign = await stage.aReleasableOrder();
    await stage.emit(orderIs(sold, 'approved', 1));
    const tryWith = async (order: AnOrder) => {
      const payoutItemIds = (await stage.itemsOf(order)).map(({ id }) => id);
      return stage.admin.createPayout({ sellerProfileId: mine.sellerProfileId, payoutItemIds });
    };

    await expect(tryWith(sold)).rejects.toMatchObject({ reason: 'wrong_state' });
    await expect(tryWith(foreign)).rejects.toMatchObject({ reason: 'unknown_reference' });
    await tryWith(mine);
    await expect(tryWith(mine)).rejects.toMatchObject({ reason: 'wrong_state' });
  });

  it('is repeated for the same idempotency key', async () => {
    const { sellerProfileId } = await stage.aReleasableOrder();
    const idempotency = { key: 'key-1', scope: `admin POST /payouts ${sellerProfileId}`, bodyDigest: 'a' };
    const keyed = stage.service.client(PayoutServiceClient, { caller: ADMIN, idempotency });
    const make = () => keyed.createPayout({ sellerProfileId, payoutItemIds: [] }, { withIdempotencyKey: true });

    const [first, second] = await Promise.all([make(), make()]);

    expect(second).toEqual(first);
    expect((await stage.admin.listPayouts({ sellerProfileId })).total).toBe(1);
  });
});

describePayoutItems(() => stage);
describePayoutLists(() => stage);
describePixKeys(() => stage);

describePixTransfers(() => stage);
describeTransferWebhooks(() => stage);
describeScheduledRuns(() => stage);
describeMatchedTransfers(() => stage);
describeTransferKills(() => stage);

describe('what operators see', () => {
  it('sums what is owed and counts what was paid', async () => {
    const { opsUrl } = stage.service;
    const debtor = await stage.aReleasableOrder();
    const { sellerProfileId } = debtor;
    const { payout } = await stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] });
    await stage.admin.markPayoutPaid({ id: payout!.id });
    expect(await metric(opsUrl, 'payouts_paid_cents_total')).toBeGreaterThanOrEqual(AMOUNT_CENTS);

    await stage.emit(orderIs(debtor, 'refunded', 3), orderIs(anOrder(), 'approved', 1));
    await stage.service.process.restart();

    const { rows } = await stage.service.database.query<{ status: string; cents: number }>(
      `select status, sum(amount_cents)::float8 as cents from payout_item
       where status in ('held', 'releasable') group by status, seller_profile_id`,
    );
    const sum = (of: string, sign: number) =>
      rows.reduce((total, { status, cents }) => total + (status === of ? Math.max(sign * cents, 0) : 0), 0);
    const owed = { held: sum('held', 1), releasable: sum('releasable', 1), owed_back: sum('releasable', -1) };
    expect(Math.min(owed.held, owed.owed_back)).toBeGreaterThan(0);
    for (const [status, cents] of Object.entries(owed)) {
      await eventually(async () => expect(await metric(opsUrl, 'payouts_owed_cents', { status })).toBe(cents));
    }
  });
});
