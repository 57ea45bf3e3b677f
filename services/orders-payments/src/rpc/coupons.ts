import type { CouponServiceService, UpdateCouponRequest } from '@estampa/contracts/orders/v1/coupon';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import type { CouponLimits } from '../domain/coupon.ts';
import { couponMessage } from '../messages/coupon.ts';
import { createCoupon } from '../usecases/coupons/create-coupon.ts';
import { getCoupon } from '../usecases/coupons/get-coupon.ts';
import { listCoupons } from '../usecases/coupons/list-coupons.ts';
import { quoteCoupon } from '../usecases/coupons/quote-coupon.ts';
import { updateCoupon } from '../usecases/coupons/update-coupon.ts';

const LIMITS = {
  isActive: 'required',
  maxUses: 'clearable',
  endsAt: 'clearable',
} as const satisfies UpdateFields<UpdateCouponRequest, 'id', CouponLimits>;

export const coupons: Handlers<typeof CouponServiceService, Context> = {
  createCoupon: command(createCoupon, (coupon) => ({ coupon: couponMessage(coupon) }), { callsOthers: false }),

  async getCoupon(context, { id }) {
    return { coupon: couponMessage(await getCoupon(context, id)) };
  },

  async listCoupons(context, request) {
    const { rows, ...rest } = await listCoupons(context, request);
    return { coupons: rows.map(couponMessage), ...rest };
  },

  async quoteCoupon(context, request) {
    const { coupon, subtotalCents, discountCents } = await quoteCoupon(context, request);
    return { code: coupon.code, funder: coupon.funder, subtotalCents, discountCents };
  },

  updateCoupon: command(
    (context, request) => updateCoupon(context, request.id, changesIn(request, LIMITS)),
    (coupon) => ({ coupon: couponMessage(coupon) }),
    { callsOthers: false },
  ),
};
