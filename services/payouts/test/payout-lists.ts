import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ExportPayoutItemsRequest, PayoutItem } from '@estampa/contracts/payouts/v1/payouts';
import { auditOf } from '@estampa/testing/audit';
import { expectPageRule } from '@estampa/testing/page-rule';
import { PAYOUT_ITEMS_MAX, PAYOUTS_AT_ONCE_MAX } from '../src/domain/payout.ts';
import { addFullBatches, FULL_ITEM_CENTS } from './full-batches.ts';
import { sellerCaller, type Stage } from './stage.ts';

/** Who sees which payouts and items, page by page. */
export function describePayoutLists(stage: () => Stage): void {
  describe('lists and permissions', () => {
    it('shows a seller their own, newest first, and other users nothing', async () => {
      const first = await stage().aReleasableOrder();
      const { sellerProfileId } = first;
      const second = await stage().aReleasableOrder({ sellerProfileId });
      const seller = stage().connect(sellerCaller(sellerProfileId));

      const page = await seller.listPayoutItems({ sellerProfileId, page: { skip: 0, limit: 1 } });

      expect(page.total).toBe(2);
      expect(page.payoutItems.map(({ orderId }) => orderId)).toEqual([second.id]);
      expect((await seller.listPayoutItems({ sellerProfileId, status: 'held' })).total).toBe(0);
      const other = stage().connect(sellerCaller(randomUUID()));
      await expect(other.listPayoutItems({ sellerProfileId })).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(other.listPayouts({})).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(other.createPayout({ sellerProfileId, payoutItemIds: [] })).rejects.toMatchObject({
        kind: 'forbidden',
      });
    });

    it('continues after a page of items, with what the seller has where', async () => {
      const { sellerProfileId } = await stage().aReleasableOrder();
      await stage().aReleasableOrder({ sellerProfileId });
      await stage().aReleasableOrder({ sellerProfileId });
      const page = async (limit: number, cursor?: string) =>
        stage().admin.listPayoutItems({ sellerProfileId, status: 'releasable', page: { limit, cursor } });
      const all = await page(20);
      const first = await page(1);
      const rest = await page(3, first.nextCursor);

      expect([...first.payoutItems, ...rest.payoutItems]).toEqual(all.payoutItems);
      expect([all.nextCursor, rest.nextCursor]).toEqual([undefined, undefined]);
      expect([all, first, rest].map(({ total }) => total)).toEqual([3, 3, 3]);
      const cents = all.payoutItems.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(all.summary).toEqual({ heldCents: 0, releasableCents: cents, paidCents: 0, reversedCents: 0 });
      await expect(page(1, 'none')).rejects.toMatchObject({ details: { fields: [{ path: 'cursor' }] } });
    });

    it('shows what changed since, the latest change last', async () => {
      const { sellerProfileId } = await stage().aReleasableOrder();
      const { payout: first } = await stage().admin.createPayout({ sellerProfileId, payoutItemIds: [] });
      await stage().aReleasableOrder({ sellerProfileId });
      const { payout: second } = await stage().admin.createPayout({ sellerProfileId, payoutItemIds: [] });
      const { payout: failed } = await stage().admin.markPayoutFailed({ id: first!.id, reason: 'example' });
      const since = async (updatedSince: Date | undefined) =>
        (await stage().admin.listPayouts({ sellerProfileId, updatedSince })).payouts.map(({ id }) => id);

      expect(failed!.updatedAt).toEqual(failed!.failedAt);
      expect(await since(first!.updatedAt)).toEqual([second!.id, first!.id]);
      expect(await since(failed!.updatedAt)).toEqual([first!.id]);
    });

    it('exports to a seller own items once, newest first, to an admin those of all, which is audited', async () => {
      const { sellerProfileId } = await stage().aReleasableOrder();
      await stage().aReleasableOrder({ sellerProfileId });
      const seller = stage().connect(sellerCaller(sellerProfileId));
      const { payoutItems: listed } = await seller.listPayoutItems({ sellerProfileId });
      const exported = async (client: typeof seller, filter: Partial<ExportPayoutItemsRequest>) => {
        const items: PayoutItem[] = [];
        for await (const part of client.exportPayoutItems(filter)) items.push(...part.payoutItems);
        return items;
      };

      expect(await exported(seller, { sellerProfileId })).toEqual(listed);
      expect(await exported(seller, { sellerProfileId, status: 'held' })).toEqual([]);
      expect(await exported(seller, { sellerProfileId, after: listed[0]!.id })).toEqual(listed.slice(1));
      await expect(exported(seller, {})).rejects.toMatchObject({ kind: 'forbidden' });
      const other = stage().connect(sellerCaller(randomUUID()));
      await expect(exported(other, { sellerProfileId })).rejects.toMatchObject({ kind: 'forbidden' });
      const unknown = exported(seller, { sellerProfileId, after: randomUUID() });
      await expect(unknown).rejects.toMatchObject({ reason: 'validation_failed' });
      expect(await exported(stage().admin, { sellerProfileId, status: 'releasable' })).toEqual(listed);
      expect(await auditOf(stage().service, 'payout_items:all')).toContainEqual([
        'payout_items_exported',
        'admin',
        ['sellerProfileId', sellerProfileId],
        ['status', 'releasable'],
      ]);
    });

    it('come in pages of the usual size', async () => {
      await expectPageRule((page) => stage().admin.listPayouts({ page }));
      await expectPageRule((page) => stage().admin.listPayoutItems({ page }));
    });

    it('give a complete page of a hundred full batches, ten at a time', async () => {
      const [batches, itemsEach, title] = [100, PAYOUT_ITEMS_MAX, '😀'.repeat(200)];
      const sellerProfileId = await addFullBatches(stage().service, { batches, itemsEach, title });
      const seller = stage().connect(sellerCaller(sellerProfileId));

      const page = await seller.listPayouts({ sellerProfileId, page: { skip: 0, limit: batches } });

      expect([page.payouts.length, page.total]).toEqual([batches, batches]);
      const ids = page.payouts.map(({ id }) => id);
      for (let place = 0; place < batches; place += PAYOUTS_AT_ONCE_MAX) {
        const wanted = ids.slice(place, place + PAYOUTS_AT_ONCE_MAX);
        const { payouts } = await seller.getPayouts({ ids: wanted });
        expect(payouts.map(({ id }) => id)).toEqual(wanted);
        for (const { id, items, itemCount, totalCents } of payouts) {
          expect([items.length, itemCount, totalCents]).toEqual([itemsEach, itemsEach, itemsEach * FULL_ITEM_CENTS]);
          const places = items.filter((item) => item.payoutId === id && item.title === title);
          expect(places.map(({ orderNumber }) => orderNumber)).toEqual(items.map((_item, index) => index + 1));
        }
      }
      const other = stage().connect(sellerCaller(randomUUID()));
      await expect(other.getPayouts({ ids: [ids[0]!] })).rejects.toMatchObject({ kind: 'forbidden' });
      const tooMany = ids.slice(0, PAYOUTS_AT_ONCE_MAX + 1);
      await expect(seller.getPayouts({ ids: tooMany })).rejects.toMatchObject({ reason: 'limit_reached' });
      expect(await seller.getPayouts({ ids: [randomUUID()] })).toEqual({ payouts: [] });
    });

    it('knows no payout of another id', async () => {
      await expect(stage().admin.getPayout({ id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
      await expect(stage().admin.markPayoutFailed({ id: randomUUID(), reason: 'x' })).rejects.toMatchObject({
        kind: 'not_found',
      });
    });
  });
}
