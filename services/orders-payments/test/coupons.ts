import { randomUUID } from 'node:crypto';
import type { CreateCouponRequest } from '@estampa/contracts/orders/v1/coupon';
import { OrderServiceClient } from '@estampa/contracts/orders/v1/order';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { eventually } from '@estampa/testing/eventually';
import { untilWaiting } from '@estampa/testing/lock-waiters';
import { describe, expect, it } from 'vitest';
import { aCheckout, aKey, type CheckoutWorld } from './checkout-world.ts';
import { couponCalls } from './coupon-calls.ts';
import { describeCouponLimits } from './coupon-limits.ts';

/** Of what the stand-in for the catalog sells. */
const SELLER = '01900000-0000-7000-8000-0000000000a3';

/** Coupons as buyers use them. */
export function describeCoupons(world: () => CheckoutWorld): void {
  const { as, wanted } = couponCalls(world);

  describeCouponLimits(world);

  describe('a coupon', () => {
    /** The order as the seller of its items sees it. */
    const seenBySeller = async (id: string) => {
      const caller = { userId: randomUUID(), roles: ['seller' as const], sellerProfileId: SELLER, sessionId: null };
      const seller = world().service.client(OrderServiceClient, { caller });
      const { orders } = await seller.listSellerOrders({ sellerProfileId: SELLER, page: { skip: 0, limit: 100 } });
      return orders.find((one) => one.id === id);
    };
    const GOODS_CENTS = 15_980;
    const SHIPPING_CENTS = 1_500;
    const aCoupon = async (change: Partial<CreateCouponRequest> = {}) =>
      (await as(['admin']).createCoupon(wanted(change))).coupon!;
    const usesOf = async (id: string) => (await as(['admin']).getCoupon({ id })).coupon!.uses;
    const buy = (couponCode: string, userId: string = randomUUID(), key: string | null = null) =>
      world()
        .as(userId, ['customer'], key === null ? null : aKey(key))
        .placeOrder(aCheckout(userId, { couponCode }), { withIdempotencyKey: key !== null });

    it('is taken off the items at checkout, and used once however often that is repeated', async () => {
      const coupon = await aCoupon();
      const userId = randomUUID();

      const [first, second] = await Promise.all([
        buy(coupon.code.toLowerCase(), userId, `coupon-${userId}`),
        buy(coupon.code.toLowerCase(), userId, `coupon-${userId}`),
      ]);

      const { order } = first;
      expect(second.order).toEqual(order);
      expect(order).toMatchObject({
        couponCode: coupon.code,
        discountFunder: 'platform',
        discountCents: 1_598,
        totalCents: GOODS_CENTS + SHIPPING_CENTS - 1_598,
        items: [{ lineTotalCents: GOODS_CENTS, discountCents: 1_598 }],
      });
      const seen = await seenBySeller(order!.id);
      expect(seen).toMatchObject({ couponCode: undefined, discountFunder: 'platform', discountCents: 1_598 });
      const [charge] = await world().sandbox.charges(order!.id);
      expect([charge!.value, await usesOf(coupon.id)]).toEqual([158.82, 1]);
      await expect(buy(coupon.code, userId)).rejects.toMatchObject({
        reason: 'coupon_already_used',
        details: { members: { orderId: order!.id } },
      });
    });

    it('is not taken by a request whose key another one has used meanwhile', async () => {
      const coupon = await aCoupon();
      const userId = randomUUID();
      const key = `coupon-${userId}`;
      const blocker = await world().service.database.connect();
      await blocker.query('begin');
      await blocker.query('select from coupon where id = $1 for update', [coupon.id]);
      const second = Promise.allSettled([buy(coupon.code, userId, key)]);
      await untilWaiting(world().service.database, blocker, 1);

      const first = await world()
        .as(userId, ['customer'], aKey(key, 'another body'))
        .placeOrder(aCheckout(userId), { withIdempotencyKey: true });
      await blocker.query('commit');
      blocker.release();

      expect(await second).toMatchObject([{ status: 'rejected', reason: { reason: 'idempotency_key_reused' } }]);
      expect(first.order).toMatchObject({ discountCents: 0, couponCode: undefined });
      expect(await usesOf(coupon.id)).toBe(0);
    });

    it('has its last use taken by one of two buyers, and by one of two orders of a buyer', async () => {
      const [last, own] = await Promise.all([aCoupon({ maxUses: 1 }), aCoupon()]);
      const buyer = randomUUID();

      const outcomes = await Promise.allSettled([
        buy(last.code),
        buy(last.code),
        buy(own.code, buyer),
        buy(own.code, buyer),
      ]);

      const reasons = outcomes.map((one) => (one.status === 'fulfilled' ? 'placed' : one.reason.reason));
      expect(new Set(reasons.slice(0, 2))).toEqual(new Set(['coupon_used_up', 'placed']));
      expect(new Set(reasons.slice(2))).toEqual(new Set(['coupon_already_used', 'placed']));
      expect([await usesOf(last.id), await usesOf(own.id)]).toEqual([1, 1]);
    });

    const quote = (code: string, shippingCents: number[]) =>
      as(['customer']).quoteCoupon({ code, items: aCheckout(randomUUID()).items, shippingCents });

    it('is quoted with each price of shipping, and stays unused', async () => {
      const coupon = await aCoupon({ discountBasisPoints: undefined, discountCents: 99_999, maxUses: 1 });

      expect(await quote(coupon.code.toLowerCase(), [0, SHIPPING_CENTS])).toEqual({
        code: coupon.code,
        funder: 'platform',
        subtotalCents: GOODS_CENTS,
        discountCents: [GOODS_CENTS - 500, GOODS_CENTS],
      });
      const { order } = await buy(coupon.code);
      expect(order).toMatchObject({ discountCents: GOODS_CENTS, totalCents: SHIPPING_CENTS });
      await expect(quote(coupon.code, [])).rejects.toMatchObject({ reason: 'coupon_used_up' });
    });

    it('is given back by an order that ends unpaid', async () => {
      const coupon = await aCoupon({ maxUses: 1 });
      const userId = randomUUID();
      const { order } = await buy(coupon.code, userId);

      await world().as(randomUUID(), ['admin']).cancelOrder({ orderId: order!.id });

      expect(await usesOf(coupon.id)).toBe(0);
      await buy(coupon.code, userId);
      expect(await usesOf(coupon.id)).toBe(1);
    });

    it('is told by a reason that its buyer can act on', async () => {
      const past = { startsAt: new Date('2026-01-01T00:00:00Z'), endsAt: new Date('2026-01-02T00:00:00Z') };
      const [expired, ended, dear] = await Promise.all([
        aCoupon(past),
        aCoupon(),
        aCoupon({ minOrderCents: GOODS_CENTS + 1 }),
      ]);
      const { coupon: foreign } = await as(['seller'], randomUUID()).createCoupon(wanted({ funder: 'seller' }));
      await as(['admin']).updateCoupon({ id: ended.id, updateMask: ['is_active'], isActive: false });

      for (const [code, reason] of [
        ['NO-SUCH-CODE', 'coupon_unknown'],
        [ended.code, 'coupon_unknown'],
        [expired.code, 'coupon_expired'],
        [dear.code, 'coupon_minimum_not_reached'],
        [foreign!.code, 'coupon_not_applicable'],
      ] as const)
        for (const rejected of [buy(code), quote(code, [SHIPPING_CENTS])])
          await expect(rejected).rejects.toMatchObject({ reason });
    });

    it('of a seller is published with what it took off, of which nothing is ever given back', async () => {
      const { coupon } = await as(['seller'], SELLER).createCoupon(wanted({ funder: 'seller' }));
      const { order } = await buy(coupon!.code);
      const { id, totalCents } = order!;
      expect(await seenBySeller(id)).toMatchObject({ couponCode: coupon!.code, discountFunder: 'seller' });
      await world().sandbox.pay(order!.payment!.providerPaymentId!);
      const approved = await eventually(async () => {
        const events = await world().service.events('orders.v1');
        const found = events.findLast(({ key }) => key === `order:${id}`);
        expect(found).toBeDefined();
        return OrderChanged.fromJSON(found!.value).order!;
      });
      expect(approved).toMatchObject({ discountFunder: 'seller', items: [{ discountCents: 1_598 }] });

      const admin = world().as(randomUUID(), ['admin']);
      const orderItemId = order!.items[0]!.id;
      const give = (amountCents: number) =>
        admin.refundOrder({ orderId: id, lines: [{ type: 'item', orderItemId, amountCents }] });
      await expect(give(GOODS_CENTS - 1_597)).rejects.toMatchObject({ reason: 'validation_failed' });
      await give(GOODS_CENTS - 1_598);
      const { amountCents } = await admin.refundOrder({ orderId: id, lines: [] });

      expect(GOODS_CENTS - 1_598 + amountCents).toBe(totalCents);
      expect(await usesOf(coupon!.id)).toBe(1);
    });
  });
}
