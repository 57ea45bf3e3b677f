import { COUPON_FUNDERS } from '@estampa/kernel/discounted-earning';
import {
  boolean,
  integer,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { Coupon } from '../../domain/coupon.ts';

/** Columns that an update changes; all others are fixed, but `uses`, which orders change. */
export const COUPON_LIMITS = {
  isActive: boolean,
  maxUses: nullable(integer),
  endsAt: nullable(timestamp),
  updatedAt: timestamp,
};

export const coupon = table('coupon', {
  id: key(uuid),
  code: text,
  funder: oneOf(COUPON_FUNDERS),
  sellerProfileId: nullable(uuid),
  discountBasisPoints: nullable(integer),
  discountCents: nullable(integer),
  maxDiscountCents: nullable(integer),
  minOrderCents: nullable(integer),
  startsAt: timestamp,
  uses: integer,
  createdBy: uuid,
  createdAt: timestamp,
  ...COUPON_LIMITS,
});

export type CouponRow = RowOf<typeof coupon.columns>;

null as unknown as CouponRow satisfies Coupon;
