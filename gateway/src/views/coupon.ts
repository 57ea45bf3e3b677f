import type { Coupon } from '@estampa/contracts/orders/v1/coupon';
import { COUPON_FUNDERS } from '@estampa/kernel/discounted-earning';
import { z } from 'zod';
import { basisPointsToPercent, id, iso, isoOrNull, shownCents, timestamp } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const CouponFunder = z.enum(COUPON_FUNDERS).meta({
  id: 'CouponFunder',
  description:
    'Who bears what is taken off. platform: sellers earn what they earn without it; seller: that seller earns less, and it is taken off that seller’s items alone',
});

export const CouponJson = z
  .object({
    id,
    code: z.string().describe('What buyers enter, in any case'),
    funder: CouponFunder,
    sellerProfileId: id.nullable().describe('The seller who bears it; null for the platform’s'),
    discountPercent: z.number().nullable().describe('The share of the items that is taken off; null for an amount'),
    discountCents: shownCents.nullable().describe('The amount that is taken off; null for a share'),
    maxDiscountCents: shownCents.nullable().describe('The most that a share comes to; null: no limit'),
    minOrderCents: shownCents
      .nullable()
      .describe('What the items that it is taken off have to cost together; null: anything'),
    maxUses: z.int().nullable().describe('How many buyers can use it, each once; null: no limit'),
    startsAt: timestamp.describe('From when on it can be used'),
    endsAt: timestamp.nullable().describe('From when on no longer; null: no end'),
    isActive: z.boolean().describe('Whether it can be used within its dates'),
    uses: z.int().describe('By orders that are paid, or may still be'),
    createdAt: timestamp,
    updatedAt: timestamp.describe('When its limits last changed; uses do not count'),
  })
  .meta({ id: 'Coupon' });

export const couponView = (coupon: Coupon): View<Coupon, typeof CouponJson> => ({
  id: coupon.id,
  code: coupon.code,
  funder: coupon.funder as z.input<typeof CouponFunder>,
  sellerProfileId: coupon.sellerProfileId ?? null,
  discountPercent: coupon.discountBasisPoints === undefined ? null : basisPointsToPercent(coupon.discountBasisPoints),
  discountCents: coupon.discountCents ?? null,
  maxDiscountCents: coupon.maxDiscountCents ?? null,
  minOrderCents: coupon.minOrderCents ?? null,
  maxUses: coupon.maxUses ?? null,
  startsAt: iso(coupon.startsAt!),
  endsAt: isoOrNull(coupon.endsAt),
  isActive: coupon.isActive,
  uses: coupon.uses,
  createdAt: iso(coupon.createdAt!),
  updatedAt: iso(coupon.updatedAt!),
});
