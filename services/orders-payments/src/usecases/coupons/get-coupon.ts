import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { Context } from '../../context.ts';
import { coupons } from '../../db/coupon-repository.ts';
import type { CouponRow } from '../../db/tables/coupon.ts';
import { mustReachCoupon } from './must-reach-coupon.ts';

export async function getCoupon({ em, caller }: Context, id: string): Promise<CouponRow> {
  const coupon = isUuid(id) ? await coupons.find(em, id) : undefined;
  if (!coupon) throw notFound('coupon', id);
  mustReachCoupon(caller, coupon);
  return coupon;
}
