import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditOf } from '@estampa/testing/audit';
import { eventually } from '@estampa/testing/eventually';
import { aCheckout, aKey, type CheckoutWorld } from './checkout-world.ts';
import type { moneyIn } from './money-in.ts';

type Ground = () => { world: CheckoutWorld; money: ReturnType<typeof moneyIn> };

const TOTAL = 17_480;
const keyed = { withIdempotencyKey: true };

/** The effects of a cancellation on the money of an order. */
export function describeCancelling(ground: Ground): void {
  const admin = randomUUID();
  const world = () => ground().world;
  const money = () => ground().money;
  const asAdmin = (key: string | null = null) => world().as(admin, ['admin'], key === null ? null : aKey(key));

  describe('cancelling', () => {
    it('an unpaid order cancels its charge; money that comes all the same is refunded and listed', async () => {
      const order = await money().anOrder();
      const path = `/asaas/v3/payments/${order.chargeId}`;
      const { id: script } = await world().sandbox.script({ method: 'DELETE', path, fail: 503, times: 100 });

      const { order: cancelled } = await asAdmin(`cancel ${order.id}`).cancelOrder({ orderId: order.id }, keyed);
      expect(cancelled).toMatchObject({ paymentStatus: 'cancelled', initPoint: undefined });
      await world().sandbox.pay(order.chargeId);

      await eventually(async () =>
        expect(await money().refunds(order.id)).toEqual([{ reason: 'late', cents: TOTAL, status: 'done' }]),
      );
      await world().sandbox.release(script);
      const page = { skip: 0, limit: 100 };
      const { latePayments } = await asAdmin().listLatePayments({ state: 'returned', page });
      expect(latePayments.filter(({ orderId }) => orderId === order.id)).toMatchObject([
        { reason: 'late', amountCents: TOTAL, state: 'returned', providerPaymentId: order.chargeId },
      ]);
      expect((await asAdmin(`cancel ${order.id}`).cancelOrder({ orderId: order.id }, keyed)).order).toMatchObject({
        paymentStatus: 'cancelled',
      });
      await expect(asAdmin().cancelOrder({ orderId: order.id })).rejects.toMatchObject({ reason: 'wrong_state' });
    });

    it('cancels a charge that is being created at the same time', async () => {
      const userId = randomUUID();
      const { id: script } = await world().sandbox.script({
        method: 'POST',
        path: '/asaas/v3/payments',
        hold: 'after',
      });
      const placing = world().as(userId).placeOrder(aCheckout(userId));
      await eventually(async () => expect(await world().sandbox.scriptState(script)).toBe('holding'));
      const { orders } = await asAdmin().listOrders({ userId, page: { skip: 0, limit: 1 } });

      await asAdmin().cancelOrder({ orderId: orders[0]!.id });
      expect(await auditOf(world().service, `order:${orders[0]!.id}`)).toEqual([['order_cancelled', 'admin']]);
      await world().sandbox.release(script);

      await placing.catch(() => null);
      await eventually(async () =>
        expect((await world().sandbox.charges(orders[0]!.id)).map(({ deleted }) => deleted)).toEqual([true]),
      );
    });

    it('refunds everything of a paid order', async () => {
      const order = await money().aPaidOrder({ method: 'card', cardNumber: '4444444444444444' });

      const { order: cancelled } = await asAdmin().cancelOrder({ orderId: order.id });

      expect(cancelled).toMatchObject({ paymentStatus: 'refunded', totalRefundedCents: TOTAL });
      expect(await money().returnedOf(order)).toBe(TOTAL);
    });

    it('waits for a pending partial refund, and stays possible when that is denied', async () => {
      const order = await money().aPaidOrder();
      const path = `/asaas/v3/payments/${order.chargeId}/refund`;
      await world().sandbox.script({ method: 'POST', path, refund: 'pending' });
      await asAdmin().refundOrder({ orderId: order.id, amountCents: 5_000, lines: [] });

      expect((await asAdmin().cancelOrder({ orderId: order.id })).order).toMatchObject({ paymentStatus: 'approved' });
      await world().calls.call('POST', `/_control/charges/${order.chargeId}/refunds/settle`, { as: 'denied' });
      await eventually(async () => expect(await money().refunds(order.id)).toMatchObject([{ status: 'failed' }]));
      expect(await order.read()).toMatchObject({ paymentStatus: 'approved', totalRefundedCents: 0 });

      const { order: cancelled } = await asAdmin().cancelOrder({ orderId: order.id });
      expect(cancelled).toMatchObject({ paymentStatus: 'refunded', totalRefundedCents: TOTAL });
    });

    it('completes, and keeps the rest, when the pending partial refund is done', async () => {
      const order = await money().aPaidOrder();
      const path = `/asaas/v3/payments/${order.chargeId}/refund`;
      await world().sandbox.script({ method: 'POST', path, refund: 'pending' });
      await asAdmin().refundOrder({ orderId: order.id, amountCents: 5_000, lines: [] });
      await asAdmin().cancelOrder({ orderId: order.id });

      await world().calls.call('POST', `/_control/charges/${order.chargeId}/refunds/settle`, { as: 'done' });

      await eventually(async () =>
        expect(await order.read()).toMatchObject({ paymentStatus: 'refunded', totalRefundedCents: 5_000 }),
      );
    });

    it('refunds everything though the surplus of another payment waits for its payer', async () => {
      const order = await money().aPaidOrder();
      const twin = await world().sandbox.createCharge(`${order.id}:1`);
      await world().sandbox.pay(twin, { method: 'boleto' });
      await eventually(async () =>
        expect(await money().refunds(order.id)).toMatchObject([{ reason: 'surplus', status: 'requires_payer_action' }]),
      );

      const { order: cancelled } = await asAdmin().cancelOrder({ orderId: order.id });

      expect(cancelled).toMatchObject({ paymentStatus: 'refunded', totalRefundedCents: TOTAL });
      expect(await money().returnedOf(order)).toBe(TOTAL);
    });

    it('refunds what was really paid; the surplus is refunded first', async () => {
      const order = await money().anOrder();
      await world().calls.call('POST', `/_control/charges/${order.chargeId}/amount`, { amountCents: TOTAL + 2_520 });
      await world().sandbox.script({
        method: 'POST',
        path: `/asaas/v3/payments/${order.chargeId}/refund`,
        refund: 'denied',
        times: 100,
      });
      await world().sandbox.pay(order.chargeId);
      await eventually(async () =>
        expect(await money().refunds(order.id)).toEqual([{ reason: 'surplus', cents: 2_520, status: 'requested' }]),
      );
      expect(await order.read()).toMatchObject({ paymentStatus: 'approved', totalRefundedCents: 0 });
      await money().endScripts();

      await asAdmin().cancelOrder({ orderId: order.id });
      await money().quarantineEnds(order.id);

      await eventually(async () => expect(await money().returnedOf(order)).toBe(TOTAL + 2_520));
      expect(await order.read()).toMatchObject({ paymentStatus: 'refunded', totalRefundedCents: TOTAL });
    });

    it('keeps the rest when a part was refunded before', async () => {
      const order = await money().aPaidOrder();
      await asAdmin().refundOrder({ orderId: order.id, amountCents: 480, lines: [] });

      const { order: cancelled } = await asAdmin().cancelOrder({ orderId: order.id });

      expect(cancelled).toMatchObject({ paymentStatus: 'refunded', totalRefundedCents: 480 });
      expect(await money().returnedOf(order)).toBe(480);
    });
  });
}
