import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { describe, expect, it } from 'vitest';
import { AMOUNT_CENTS, type AnOrder, anOrder, itemIs, orderIs } from './events.ts';
import type { Stage } from './stage.ts';

/** What an item earns its seller, and when. */
export function describePayoutItems(stage: () => Stage): void {
  describe('a payout item', () => {
    it('is held at approval, releasable when delivered, and carries the frozen breakdown', async () => {
      const order = anOrder();
      await stage().emit(orderIs(order, 'pending', 1));
      expect(await stage().itemsOf(order)).toEqual([]);

      await stage().emit(orderIs(order, 'approved', 2));
      expect(await stage().statusesOf(order)).toEqual([`sale held ${AMOUNT_CENTS}`]);

      await stage().emit(itemIs(order, 'delivered', 1));
      const [item] = await stage().itemsOf(order);
      expect(item).toMatchObject({ status: 'releasable', orderItemId: order.itemIds[0], orderNumber: 7, quantity: 2 });
      expect(item?.breakdown).toMatchObject({ priceCents: 5000, artistRoyaltyBasisPoints: 3333 });
      expect(item?.heldAt).toBeInstanceOf(Date);
      expect(item?.releasableAt).toBeInstanceOf(Date);
    });

    const saleState = (order: AnOrder) => [
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
      const published = saleState(order);

      await stage().emit(...places.map((place) => published[place]!));

      expect(await stage().statusesOf(order)).toEqual([`sale releasable ${AMOUNT_CENTS}`]);
    });

    it.each(['refunded', 'cancelled'])('is reversed when its order is %s', async (status) => {
      const order = await stage().aReleasableOrder();

      await stage().emit(orderIs(order, status, 3));

      expect(await stage().statusesOf(order)).toEqual([`sale reversed ${AMOUNT_CENTS}`]);
    });

    it.each([{ isDisputed: true }, { isRefundUnderWay: true }])(
      'is held again while its order is %j',
      async (onHold) => {
        const order = await stage().aReleasableOrder();
        const { sellerProfileId } = order;
        const { payout } = await stage().admin.createPayout({ sellerProfileId, payoutItemIds: [] });

        await stage().emit(orderIs(order, 'approved', 3, onHold));
        expect(await stage().statusesOf(order)).toEqual([`sale held ${AMOUNT_CENTS}`]);
        expect((await stage().admin.getPayout({ id: payout!.id })).payout).toMatchObject({
          totalCents: 0,
          itemCount: 0,
        });
        const create = () => stage().admin.createPayout({ sellerProfileId, payoutItemIds: [] });
        await expect(create()).rejects.toMatchObject({ reason: 'nothing_to_pay' });
        await stage().emit(orderIs(order, 'approved', 4));

        expect(await stage().statusesOf(order)).toEqual([`sale releasable ${AMOUNT_CENTS}`]);
        expect((await create()).payout).toMatchObject({ totalCents: AMOUNT_CENTS });
      },
    );

    it('of a returned item is reversed until that is corrected, the others of the order are not', async () => {
      const order = await stage().aReleasableOrder({ itemIds: [randomUUID(), randomUUID()] });

      await stage().emit(itemIs(order, 'returned', 3, 0));
      expect(await stage().statusesOf(order)).toEqual([
        `sale releasable ${AMOUNT_CENTS}`,
        `sale reversed ${AMOUNT_CENTS}`,
      ]);

      await stage().emit(itemIs(order, 'delivered', 4, 0));
      expect(await stage().statusesOf(order)).toEqual(Array(2).fill(`sale releasable ${AMOUNT_CENTS}`));
    });

    it('does not exist for an order that was cancelled unpaid', async () => {
      const order = anOrder();

      await stage().emit(itemIs(order, 'delivered', 1), orderIs(order, 'cancelled', 2));

      expect(await stage().itemsOf(order)).toEqual([]);
    });

    it('is made once even when an event comes twice', async () => {
      const order = anOrder();
      const id = randomUUID();

      await stage().emit({ ...orderIs(order, 'approved', 2), id }, { ...orderIs(order, 'approved', 2), id });

      const items = await stage().itemsOf(order);
      expect(items).toHaveLength(1);
      await eventually(async () => {
        const events = await stage().service.events('payouts.v1');
        expect(events.filter(({ value }) => value.item?.orderId === order.id)).toMatchObject([
          { type: 'payout_item_held', key: `payout_item:${items[0]!.id}` },
        ]);
      });
    });
  });

  describe('a database that stands', () => {
    /** Names once written into databases; a later release that forgot one would run its migration again. */
    const STORED = [
      'FirstTables',
      'WideSums',
      'IndexOwed',
      'KeepDisputes',
      'Ledger',
      'KeepRefundsUnderWay',
      'IndexOwedBySeller',
    ];

    it('knows every migration by its first name, in its order', async () => {
      const { rows } = await stage().service.database.query<{ name: string }>(
        'select name from mikro_orm_migrations order by id',
      );

      expect(rows.map(({ name }) => name).filter((name) => STORED.includes(name))).toEqual(STORED);
    });
  });
}
