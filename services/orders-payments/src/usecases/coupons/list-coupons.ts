import { COUPON_FUNDERS } from '@estampa/kernel/discounted-earning';
import { listPageOf, type PageRequest } from '@estampa/kernel/page';
import type { Listed } from '@estampa/kit/postgres/paged-list';
import type { Context } from '../../context.ts';
import { coupons } from '../../db/coupon-repository.ts';
import type { CouponRow } from '../../db/tables/coupon.ts';
import { knownFilter } from '../orders/known-filter.ts';
import { mustReachCoupon } from './must-reach-coupon.ts';

type CouponFilter = {
  sellerProfileId?: string | undefined;
  funder?: string | undefined;
  isActive?: boolean | undefined;
  page?: PageRequest;
};

/** Newest first: those that a seller bears, or all for admins. */
export function listCoupons({ em, caller }: Context, { page, ...filter }: CouponFilter): Promise<Listed<CouponRow>> {
  mustReachCoupon(caller, filter);
  const { sellerProfileId, isActive } = filter;
  const conditions = { sellerProfileId, isActive, funder: knownFilter('funder', COUPON_FUNDERS, filter.funder) };
  return coupons.findPage(em, conditions, listPageOf(page, 'coupons', conditions));
}
