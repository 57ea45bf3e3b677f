import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import type { NewEvent } from '@estampa/testing/topic-probe';
import { describe, expect, it } from 'vitest';
import { AMOUNT_CENTS, type AnOrder, anOrder, ITEM_COST_CENTS, orderIs, TOTAL_CENTS } from './events.ts';
import type { Stage } from './stage.ts';

type Given = { stage: Stage; apply: (...events: NewEvent[]) => Promise<unknown> };

/** Waits until so many wait for a lock. */
export const lockWaiters = (stage: Stage, count: number) =>
  eventually(async () => {
    const { rows } = await stage.service.database.query(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows[0].count).toBe(count);
  });

/** Who loses what by which refund, and what is not paid out while all of it is on its way back. */
export function describeRefunds(given: () => Given): void {
  describe('an order of two sellers', () => {
    const ofTwo = () => anOrder({ itemIds: [randomUUID(), randomUUID()], otherSellers: [randomUUID()] });
    const balances = async ({ itemIds }: AnOrder) => {
      const { rows } = await given().stage.service.database.query<{ id: string; cents: number }>(
        `select order_item_id as id, sum(amount_cents)::int as cents from payout_item
         where order_item_id = any($1::uuid[]) and (status <> 'reversed' or paid_at is not null) group by order_item_id`,
        [itemIds],
      );
      return itemIds.map((id) => rows.find((row) => row.id === id)?.cents ?? 0);
    };

    it.each<[string, Parameters<typeof orderIs>[3], number[]]>([
      [
        'of whom one gives back an item: the other loses nothing',
        { refundedCents: ITEM_COST_CENTS, spreadRefundedCents: 0, linesCents: [ITEM_COST_CENTS, 0] },
        [0, AMOUNT_CENTS],
      ],
      [
        'whose shipping is given back: nobody loses anything',
        { refundedCents: TOTAL_CENTS / 4, spreadRefundedCents: 0 },
        [AMOUNT_CENTS, AMOUNT_CENTS],
      ],
      [
        'of which some is given back by a line and some without',
        { refundedCents: TOTAL_CENTS / 2, spreadRefundedCents: TOTAL_CENTS / 4, linesCents: [0, ITEM_COST_CENTS / 4] },
        [(AMOUNT_CENTS * 3) / 4, AMOUNT_CENTS / 2],
      ],
      [
        'told as before refunds had lines: both lose their part',
        { refundedCents: TOTAL_CENTS / 4 },
        [(AMOUNT_CENTS * 3) / 4, (AMOUNT_CENTS * 3) / 4],
      ],
    ])('%s', async (_case, payment, expected) => {
      const order = ofTwo();
      await given().apply(orderIs(order, 'approved', 1), orderIs(order, 'approved', 2, payment));

      expect(await balances(order)).toEqual(expected);
    });

    it('stored by an earlier version’s rule is corrected by its next event', async () => {
      const order = ofTwo();
      const back = { refundedCents: ITEM_COST_CENTS / 2, linesCents: [ITEM_COST_CENTS / 2, 0] };
      // A release that knows no lines spread the refund over all items, and stored that.
      await given().apply(
        orderIs(order, 'approved', 1),
        orderIs(order, 'approved', 2, { refundedCents: back.refundedCents }),
      );
      expect(await balances(order)).toEqual([AMOUNT_CENTS / 2, AMOUNT_CENTS / 2]);

      await given().apply(orderIs(order, 'approved', 2, { ...back, spreadRefundedCents: 0 }));
      expect(await balances(order)).toEqual([AMOUNT_CENTS / 2, AMOUNT_CENTS / 2]);
      await given().apply(orderIs(order, 'approved', 3, { ...back, spreadRefundedCents: 0 }));

      expect(await balances(order)).toEqual([AMOUNT_CENTS / 2, AMOUNT_CENTS]);
    });
  });

  describe('a batch that is about to be paid', () => {
    it('is either paid, or loses what is on its way back to the buyer, whichever comes first', async () => {
      const { stage, apply } = given();
      const order = await stage.aReleasableOrder();
      const { sellerProfileId } = order;
      const { payout } = await stage.admin.createPayout({ sellerProfileId, payoutItemIds: [] });
      const client = await stage.service.database.connect();
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [sellerProfileId]);

      const paid = stage.admin.markPayoutPaid({ id: payout!.id }).then(
        () => 'paid',
        ({ reason }) => reason,
      );
      const received = apply(orderIs(order, 'approved', 3, { isRefundUnderWay: true }));
      await lockWaiters(stage, 2);
      await client.query('commit');
      client.release();

      const outcome = await paid;
      await received;
      const { payout: after } = await stage.admin.getPayout({ id: payout!.id });
      if (outcome === 'paid') {
        expect(after).toMatchObject({ status: 'paid', totalCents: AMOUNT_CENTS });
        expect(await stage.statusesOf(order)).toEqual([`sale paid ${AMOUNT_CENTS}`]);
      } else {
        expect([outcome, after?.status, after?.totalCents]).toEqual(['nothing_to_pay', 'pending', 0]);
        expect(await stage.statusesOf(order)).toEqual([`sale held ${AMOUNT_CENTS}`]);
      }
    });
  });
}
