import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../../context.ts';
import { coupons } from '../../db/coupon-repository.ts';
import type { CouponRow } from '../../db/tables/coupon.ts';
import { changeCoupon, type CouponLimits, mustHaveRoom } from '../../domain/coupon.ts';
import { alreadyExists } from './create-coupon.ts';
import { mustReachCoupon } from './must-reach-coupon.ts';

/** Changes its limits, under the lock that its uses take too. */
export function updateCoupon(context: Context, id: string, change: Partial<CouponLimits>): TransactionBody<CouponRow> {
  return async (tx) => {
    const coupon = isUuid(id) ? await coupons.lock(tx, id) : undefined;
    if (!coupon) throw notFound('coupon', id);
    mustReachCoupon(context.caller, coupon);
    const changes = auditChanges<CouponRow>(coupon, change, { shown: ['isActive', 'maxUses', 'endsAt'] });
    if (changes.length === 0) return coupon;
    const changed = changeCoupon(coupon, change, context.now());
    const { sellerProfileId } = coupon;
    if (changed.isActive && !coupon.isActive && sellerProfileId !== null)
      mustHaveRoom(await coupons.lockCount(tx, sellerProfileId));
    if (!(await coupons.saveLimits(tx, changed))) throw alreadyExists(coupon);
    recordAudit(tx, { action: 'coupon_updated', subject: `coupon:${id}`, changes });
    return changed;
  };
}
