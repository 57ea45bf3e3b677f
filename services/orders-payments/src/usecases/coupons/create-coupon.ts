import { COUPON_FUNDERS } from '@estampa/kernel/discounted-earning';
import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { mustReachAll, someone } from '@estampa/kit/rpc/caller';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../../context.ts';
import { coupons } from '../../db/coupon-repository.ts';
import type { CouponRow } from '../../db/tables/coupon.ts';
import { type Coupon, mustHaveRoom, type NewCoupon, newCoupon } from '../../domain/coupon.ts';
import { field, invalidFields } from '../../domain/checkout-rules.ts';

/** One that the platform bears, by an admin, or one that the caller's own store bears: nobody spends what another one earns. */
export function createCoupon(context: Context, wanted: NewCoupon & { funder: string }): TransactionBody<CouponRow> {
  const { userId: createdBy } = someone(context.caller);
  const coupon = newCoupon(
    wanted,
    { id: newId(), createdBy, sellerProfileId: bearerOf(context, wanted.funder) },
    context.now(),
  );
  return async (tx) => {
    const { sellerProfileId } = coupon;
    if (sellerProfileId !== null) mustHaveRoom(await coupons.lockCount(tx, sellerProfileId));
    if (!(await coupons.insert(tx, coupon))) throw alreadyExists(coupon);
    recordAudit(tx, {
      action: 'coupon_created',
      subject: `coupon:${coupon.id}`,
      changes: auditChanges<Partial<Coupon>>({}, coupon, { shown: SHOWN }),
    });
    return coupon;
  };
}

const SHOWN = [
  'code',
  'funder',
  'sellerProfileId',
  'discountBasisPoints',
  'discountCents',
  'maxDiscountCents',
  'minOrderCents',
  'maxUses',
  'startsAt',
  'endsAt',
] as const;

/** The seller that bears it; null for the platform. */
function bearerOf({ caller }: Context, funder: string): string | null {
  const { sellerProfileId } = someone(caller);
  if (funder === 'seller' && sellerProfileId !== null) return sellerProfileId;
  if (funder === 'platform') {
    mustReachAll(caller);
    return null;
  }
  if (funder !== 'seller')
    throw invalidFields([field('funder', 'invalid_value', `is one of ${COUPON_FUNDERS.join(', ')}`)]);
  throw new DomainError('forbidden', 'forbidden', 'You may not do this');
}

export const alreadyExists = ({ code }: Pick<Coupon, 'code'>): DomainError =>
  new DomainError('conflict', 'already_exists', `There is already a coupon with the code ${code}`, {
    fields: [field('code', 'already_exists', 'is taken')],
  });
