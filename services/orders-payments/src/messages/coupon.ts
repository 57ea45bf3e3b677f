import type { Coupon as CouponMessage } from '@estampa/contracts/orders/v1/coupon';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { Coupon } from '../domain/coupon.ts';

export const couponMessage = (coupon: Coupon): AllFields<CouponMessage> => ({
  id: coupon.id,
  code: coupon.code,
  funder: coupon.funder,
  sellerProfileId: coupon.sellerProfileId ?? undefined,
  discountBasisPoints: coupon.discountBasisPoints ?? undefined,
  discountCents: coupon.discountCents ?? undefined,
  maxDiscountCents: coupon.maxDiscountCents ?? undefined,
  minOrderCents: coupon.minOrderCents ?? undefined,
  maxUses: coupon.maxUses ?? undefined,
  startsAt: coupon.startsAt,
  endsAt: coupon.endsAt ?? undefined,
  isActive: coupon.isActive,
  uses: coupon.uses,
  createdAt: coupon.createdAt,
  updatedAt: coupon.updatedAt,
});
