import { randomUUID } from 'node:crypto';
import { auditOf } from '@estampa/testing/audit';
import { describe, expect, it } from 'vitest';
import { COUPONS_OF_SELLER_MAX } from '../src/domain/coupon.ts';
import type { CheckoutWorld } from './checkout-world.ts';
import { couponCalls } from './coupon-calls.ts';

/** Coupons as admins and sellers make them. */
export function describeCouponLimits(world: () => CheckoutWorld): void {
  const { as, wanted } = couponCalls(world);

  describe('a coupon', () => {
    it('is made by admins for the platform, and by a seller for the own store, whose coupons no other one sees', async () => {
      const seller = randomUUID();
      const [admin, own, other] = [as(['admin']), as(['seller'], seller), as(['seller'], randomUUID())];
      const ofPlatform = wanted();

      const { coupon } = await admin.createCoupon(ofPlatform);
      const { coupon: ofSeller } = await own.createCoupon(wanted({ funder: 'seller' }));

      expect(coupon).toMatchObject({
        code: ofPlatform.code.toUpperCase(),
        funder: 'platform',
        isActive: true,
        uses: 0,
      });
      expect(ofSeller).toMatchObject({ funder: 'seller', sellerProfileId: seller });
      expect((await own.listCoupons({ sellerProfileId: seller })).coupons).toEqual([ofSeller]);
      expect(await admin.getCoupon({ id: ofSeller!.id })).toEqual({ coupon: ofSeller });
      await expect(admin.createCoupon(ofPlatform)).rejects.toMatchObject({ reason: 'already_exists' });
      for (const forbidden of [
        own.createCoupon(wanted()),
        admin.createCoupon(wanted({ funder: 'seller' })),
        own.getCoupon({ id: coupon!.id }),
        own.listCoupons({}),
        other.getCoupon({ id: ofSeller!.id }),
        other.listCoupons({ sellerProfileId: seller }),
        other.updateCoupon({ id: ofSeller!.id, updateMask: ['is_active'], isActive: false }),
      ])
        await expect(forbidden).rejects.toMatchObject({ kind: 'forbidden' });
    });

    it('has its code to itself until it is ended, and so a store has few of them', async () => {
      const sellerProfileId = randomUUID();
      const own = as(['seller'], sellerProfileId);
      const change = (id: string, isActive: boolean) => own.updateCoupon({ id, updateMask: ['is_active'], isActive });
      await world().service.database.query(
        `insert into coupon (id, code, funder, seller_profile_id, discount_cents, starts_at, ends_at, uses, created_by, created_at, is_active,
           updated_at)
         select gen_random_uuid(), left($1::uuid::text, 8) || '-' || n, 'seller', $1::uuid, 100, now(), now(), 0, $1::uuid, now(), true, now()
         from generate_series(3, ${COUPONS_OF_SELLER_MAX}) as n`,
        [sellerProfileId],
      );
      const first = (await own.createCoupon(wanted({ funder: 'seller' }))).coupon!;

      const last = await Promise.allSettled([1, 2].map(() => own.createCoupon(wanted({ funder: 'seller' }))));
      expect(last.map((one) => (one.status === 'fulfilled' ? 'made' : String(one.reason.reason))).toSorted()).toEqual([
        'limit_reached',
        'made',
      ]);
      await as(['admin']).createCoupon(wanted());

      await change(first.id, false);
      const { coupon } = await as(['admin']).createCoupon(wanted({ code: first.code }));
      await expect(change(first.id, true)).rejects.toMatchObject({ reason: 'already_exists' });
      await own.createCoupon(wanted({ funder: 'seller' }));
      await as(['admin']).updateCoupon({ id: coupon!.id, updateMask: ['is_active'], isActive: false });
      await expect(change(first.id, true)).rejects.toMatchObject({ reason: 'limit_reached' });
    });

    it('changes its limits alone, audited', async () => {
      const admin = as(['admin']);
      const { id } = (await admin.createCoupon(wanted({ maxUses: 5 }))).coupon!;

      const { coupon } = await admin.updateCoupon({ id, updateMask: ['is_active', 'max_uses'], isActive: false });
      await admin.updateCoupon({ id, updateMask: ['is_active'], isActive: false });

      expect(coupon).toMatchObject({ isActive: false, maxUses: undefined, discountBasisPoints: 1_000 });
      expect((await admin.getCoupon({ id })).coupon).toEqual(coupon);
      expect(
        (await auditOf(world().service, `coupon:${id}`)).map(([action, , ...changes]) => [action, changes]),
      ).toEqual([
        ['coupon_created', expect.arrayContaining([['maxUses', null, 5]])],
        [
          'coupon_updated',
          [
            ['isActive', true, false],
            ['maxUses', 5, null],
          ],
        ],
      ]);
    });
  });
}
