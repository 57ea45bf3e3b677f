import { randomUUID } from 'node:crypto';
import { CouponServiceClient, CreateCouponRequest } from '@estampa/contracts/orders/v1/coupon';
import { PaymentNoticeServiceClient } from '@estampa/contracts/orders/v1/payment_notice';
import { eventually } from '@estampa/testing/eventually';
import { metric } from '@estampa/testing/metric';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutWorld } from './checkout-world.ts';
import { moneyIn } from './money-in.ts';

/** The next token, accepted during a rotation. */
export const OTHER_TOKEN = 'the-token-that-takes-its-place-soon';

/** Money that never comes, comes too late, or is taken back. */
export function describeUnpaidOrders(world: () => CheckoutWorld): void {
  let money: ReturnType<typeof moneyIn>;
  beforeAll(() => {
    money = moneyIn(world());
  });

  describe('an unpaid order', () => {
    const begunDaysAgo = async ({ id }: { id: string }, days: number, method: string | null = null) => {
      const values = [id, `${days} days`];
      await world().service.database.query(
        'update customer_order set created_at = now() - $2::interval where id = $1',
        values,
      );
      await world().service.database.query(
        'update payment set created_at = now() - $2::interval, method = coalesce($3, method) where order_id = $1',
        [...values, method],
      );
    };
    const expire = async () => {
      await world().service.database.query('update order_expiry set due_at = now()');
      const rests = 'select from order_expiry where due_at > now()';
      await eventually(async () => expect((await world().service.database.query(rests)).rows).toHaveLength(1));
    };
    const statusOf = async (order: { read(): Promise<{ paymentStatus: string }> }) =>
      (await order.read()).paymentStatus;

    it('is cancelled after a week with its charge, and a boleto three days later', async () => {
      const [old, young, boleto, oldBoleto] = await Promise.all([1, 2, 3, 4].map(() => money.anOrder()));
      await begunDaysAgo(old!, 8);
      await begunDaysAgo(young!, 6);
      await world().sandbox.openBoleto(boleto!.chargeId);
      const methods = 'select method from payment where order_id = $1';
      await eventually(async () =>
        expect((await world().service.database.query(methods, [boleto!.id])).rows).toEqual([{ method: 'boleto' }]),
      );
      await begunDaysAgo(boleto!, 9);
      await begunDaysAgo(oldBoleto!, 11, 'boleto');

      await expire();

      await eventually(async () => expect(await statusOf(oldBoleto!)).toBe('cancelled'));
      await eventually(async () => expect(await statusOf(old!)).toBe('cancelled'));
      expect([await statusOf(young!), await statusOf(boleto!)]).toEqual(['pending', 'pending']);
      await eventually(async () => expect(await money.chargeOf(old!)).toMatchObject({ deleted: true }));
      expect(await money.chargeOf(boleto!)).toMatchObject({ deleted: false });
    });

    it('that holds a use of a coupon of which all are taken ends after a day, a boleto after a week', async () => {
      const coupons = world().service.client(CouponServiceClient, {
        caller: { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null },
      });
      const held = async (maxUses: number, days: number, method: string | null = null, isActive = true) => {
        const code = `HELD-${randomUUID().slice(0, 8)}`;
        const { coupon } = await coupons.createCoupon(
          CreateCouponRequest.fromPartial({ code, funder: 'platform', discountCents: 100, maxUses }),
        );
        const order = await money.anOrder({ couponCode: code });
        await begunDaysAgo(order, days, method);
        if (!isActive) await coupons.updateCoupon({ id: coupon!.id, updateMask: ['is_active'], isActive });
        return { ...order, uses: async () => (await coupons.getCoupon({ id: coupon!.id })).coupon!.uses };
      };
      const free = await held(2, 6);
      const boleto = await held(1, 6, 'boleto');
      const over = await held(1, 6, null, false);
      const [old, oldBoleto] = [await held(1, 1), await held(1, 7, 'boleto')];

      await expire();

      for (const one of [old, oldBoleto])
        await eventually(async () => expect([await statusOf(one), await one.uses()]).toEqual(['cancelled', 0]));
      for (const one of [free, boleto, over]) expect([await statusOf(one), await one.uses()]).toEqual(['pending', 1]);
    });

    it('that is paid all the same is late money, which the statement shows when no webhook does', async () => {
      const order = await money.anOrder();
      await begunDaysAgo(order, 61);
      await expire();
      await eventually(async () => expect(await money.chargeOf(order)).toMatchObject({ deleted: true }));
      // The job no longer checks it by itself.
      await world().service.database.query('update payment set due_at = null where order_id = $1', [order.id]);
      await world().sandbox.script({ delivery: 'never', contains: order.chargeId, times: 9 });
      await world().sandbox.restore(order.chargeId);
      await world().sandbox.pay(order.chargeId);

      await world().service.database.query(`update reconciliation set due_at = now() where kind = 'statements'`);

      await eventually(async () =>
        expect(await money.refunds(order.id)).toMatchObject([{ reason: 'late', status: 'done' }]),
      );
      expect(await statusOf(order)).toBe('cancelled');
      expect(await money.chargeOf(order)).toMatchObject({ status: 'REFUNDED' });
    });
  });

  it('shows a payment as disputed that the provider reports as undone', async () => {
    const order = await money.anOrder();
    await world().sandbox.move(order.chargeId, 'received_in_cash');
    await eventually(async () => expect((await order.read()).paymentStatus).toBe('approved'));

    await world().sandbox.move(order.chargeId, 'received_in_cash_undone');

    await eventually(async () => expect((await order.read()).payment).toMatchObject({ status: 'disputed' }));
    await eventually(async () => {
      expect(await money.declared(order.id)).toContain('order_disputed');
      expect(await metric(world().service.opsUrl, 'payments_undone_total', { provider: 'asaas' })).toBeGreaterThan(0);
    });
  });

  it('accepts webhooks with either of two tokens during a rotation', async () => {
    const rawBody = Buffer.from(randomUUID());
    const send = (token: string) =>
      world()
        .service.client(PaymentNoticeServiceClient)
        .receivePaymentNotice({ provider: 'asaas', headers: { 'asaas-access-token': token }, query: '', rawBody });

    await expect(send('x'.repeat(OTHER_TOKEN.length))).rejects.toMatchObject({ kind: 'unauthenticated' });
    await send(OTHER_TOKEN);
    await send(world().webhookToken);

    const stored = 'select from payment_notice where raw_body = $1';
    expect((await world().service.database.query(stored, [rawBody])).rows.length).toBeGreaterThan(0);
  });
}
