import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { eventually } from '@estampa/testing/eventually';
import { aKey, type CheckoutWorld } from './checkout-world.ts';
import type { moneyIn } from './money-in.ts';

type Ground = () => { world: CheckoutWorld; money: ReturnType<typeof moneyIn> };

const TOTAL = 17_480;
const page = { skip: 0, limit: 20 };

/** Refunds as they are listed, retried and ended by people. */
export function describeRefundRecords(ground: Ground): void {
  const admin = randomUUID();
  const asAdmin = (key: string | null = null) => ground().world.as(admin, ['admin'], key === null ? null : aKey(key));
  const listed = async (orderId: string) => (await asAdmin().listRefunds({ orderId, page })).refunds;
  const refundPath = (chargeId: string) => `/asaas/v3/payments/${chargeId}/refund`;
  const latest = async (orderId: string) => {
    const events = await ground().world.service.events('orders.v1');
    const last = events.findLast(({ key }) => key === `order:${orderId}`)!;
    return OrderChanged.fromJSON(last.value).order!;
  };

  describe('a refund as a record', () => {
    it('by item is published to the services that share the order, and lowers no other item', async () => {
      const { money } = ground();
      const order = await money.aPaidOrder();
      const [item] = (await order.read()).items;
      const lines = [
        { type: 'item', orderItemId: item!.id, amountCents: 1_000 },
        { type: 'shipping', orderItemId: undefined, amountCents: 500 },
      ];

      await asAdmin().refundOrder({ orderId: order.id, lines });
      await asAdmin().refundOrder({ orderId: order.id, amountCents: 200, lines: [] });

      expect(await listed(order.id)).toMatchObject([
        { amountCents: 200, lines: [], status: 'done' },
        { amountCents: 1_500, lines, reason: 'asked', status: 'done', doneAt: expect.any(Date) },
      ]);
      await eventually(async () =>
        expect(await latest(order.id)).toMatchObject({
          refundedCents: 1_700,
          refundPendingCents: 0,
          isRefundUnderWay: false,
          spreadRefundedCents: 200,
          items: [{ refundedCents: 1_000 }],
        }),
      );
      const tooMuch = [{ ...lines[0]!, amountCents: item!.lineTotalCents }];
      await expect(asAdmin().refundOrder({ orderId: order.id, lines: tooMuch })).rejects.toMatchObject({
        reason: 'validation_failed',
      });
    });

    it('is published as well when the order has ended with a part kept, and more of it goes back', async () => {
      const { world, money } = ground();
      const order = await money.aPaidOrder();
      await asAdmin().refundOrder({ orderId: order.id, amountCents: 7_480, lines: [] });
      await asAdmin().cancelOrder({ orderId: order.id });
      await eventually(async () =>
        expect(await latest(order.id)).toMatchObject({ paymentStatus: 'refunded', refundedCents: 7_480 }),
      );

      await world.sandbox.refundByHand(order.chargeId, 10);

      await eventually(async () =>
        expect(await latest(order.id)).toMatchObject({ paymentStatus: 'refunded', refundedCents: 8_480 }),
      );
    });

    it('waits for its payer, shows its link to the buyer, and is given up or settled by a person', async () => {
      const { world, money } = ground();
      const order = await money.aPaidOrder({ method: 'boleto' });
      const orderId = order.id;
      const { order: cancelled } = await asAdmin().cancelOrder({ orderId });
      expect(cancelled).toMatchObject({ paymentStatus: 'approved', paidCents: TOTAL, refundPendingCents: TOTAL });
      await eventually(async () =>
        expect(await latest(orderId)).toMatchObject({ refundPendingCents: TOTAL, isRefundUnderWay: true }),
      );
      const { refunds, total } = await world.as(order.userId).listRefunds({ orderId, page });
      expect({ refunds, total }).toMatchObject({
        total: 1,
        refunds: [{ reason: 'cancel', status: 'waiting_for_payer', payerActionUrl: expect.stringMatching(/^http/) }],
      });
      await expect(world.as(randomUUID()).listRefunds({ orderId, page })).rejects.toMatchObject({ kind: 'forbidden' });
      const ended = { orderId, refundId: refunds[0]!.id, note: 'The buyer keeps it' };
      await expect(world.as(order.userId).giveUpRefund(ended)).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(asAdmin().retryRefund(ended)).rejects.toMatchObject({ reason: 'wrong_state' });

      const { refund } = await asAdmin().giveUpRefund(ended);
      expect(refund).toMatchObject({ status: 'failed', endedByHand: 'given_up', note: ended.note });
      expect((await world.as(order.userId).listRefunds({ orderId, page })).refunds[0]!.note).toBeUndefined();
      expect(await order.read()).toMatchObject({ paymentStatus: 'approved', refundPendingCents: 0 });
      await eventually(async () => expect(await latest(orderId)).toMatchObject({ isRefundUnderWay: false }));

      await asAdmin().cancelOrder({ orderId });
      const [again] = await listed(orderId);
      await asAdmin().settleRefund({ orderId, refundId: again!.id, note: 'Bank transfer' });
      expect(await order.read()).toMatchObject({ paymentStatus: 'refunded', totalRefundedCents: TOTAL });
      await expect(asAdmin().settleRefund({ ...ended, refundId: again!.id })).rejects.toMatchObject({
        reason: 'wrong_state',
      });
      await expect(asAdmin().settleRefund({ ...ended, refundId: randomUUID() })).rejects.toMatchObject({
        kind: 'not_found',
      });
    });

    it('that the account does not cover stays pending, is never given up, and is requested again', async () => {
      const { world, money } = ground();
      const order = await money.aPaidOrder();
      const orderId = order.id;
      await world.sandbox.script({ method: 'POST', path: refundPath(order.chargeId), refund: 'unfunded', times: 2 });
      const requested = await asAdmin().refundOrder({ orderId, lines: [] });
      expect(requested).toMatchObject({ status: 'pending', totalRefundedCents: 0 });
      // As after a weekend without balance.
      await world.service.database.query('update refund set tries = 60 where order_id = $1', [orderId]);
      await money.quarantineEnds(orderId);
      await eventually(async () => expect(await money.tries(orderId)).toBe(61));
      expect(await listed(orderId)).toMatchObject([{ status: 'pending', refusal: 'insufficient_balance' }]);

      const { refund } = await asAdmin(`retry ${orderId}`).retryRefund(
        { orderId, refundId: requested.refundId },
        { withIdempotencyKey: true },
      );

      expect(refund).toMatchObject({ status: 'done', refusal: undefined });
      expect(await order.read()).toMatchObject({ paymentStatus: 'refunded' });
    });

    it('that was denied is shown so, and can be retried as long as its amount remains', async () => {
      const { world, money } = ground();
      const order = await money.aPaidOrder();
      const orderId = order.id;
      await world.sandbox.script({ method: 'POST', path: refundPath(order.chargeId), refund: 'denied' });
      const requested = asAdmin().refundOrder({ orderId, amountCents: 10_000, lines: [] });
      await expect(requested).rejects.toMatchObject({ reason: 'refund_refused' });
      const [denied] = await listed(orderId);
      expect(denied).toMatchObject({ status: 'denied', refusal: 'refund_denied' });
      const named = { orderId, refundId: denied!.id };

      const { refund } = await asAdmin().retryRefund(named);

      expect(refund).toMatchObject({ status: 'done' });
      expect(await money.returnedOf(order)).toBe(10_000);
      await expect(asAdmin().retryRefund(named)).rejects.toMatchObject({ reason: 'wrong_state' });
    });
  });
}
