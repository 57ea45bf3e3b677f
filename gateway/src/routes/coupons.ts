import type { UpdateCouponRequest } from '@estampa/contracts/orders/v1/coupon';
import type { AllFields } from '@estampa/kernel/all-fields';
import { COUPON_CODE_CHARACTERS, couponCodeOf, isCouponCode } from '@estampa/kernel/coupon-code';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { sellerProfileOf } from '../access/seller-profile-of.ts';
import { withoutNulls } from '../http/without-nulls.ts';
import { CouponFunder, CouponJson, couponView } from '../views/coupon.ts';
import { deepListOf, deepPageQuery, pageView } from './deep-lists.ts';
import { instantOf } from './order-period.ts';
import { route } from './route.ts';
import { booleanQuery, cents, failing, id, pathId, percent, percentToBasisPoints } from './schemas.ts';

const USES_MAX = 1_000_000_000;
/** Of one caller: whether a code is taken tells that there is such a coupon. */
const CREATED_PER_MINUTE = 10;
/** Of one buyer, to use them and to ask what they take off, so that nobody finds codes by trying. */
export const COUPON_CODES_PER_MINUTE = 10;

/** Why a buyer cannot use one. */
export const COUPON_REJECTIONS = [
  'coupon_unknown',
  'coupon_expired',
  'coupon_used_up',
  'coupon_already_used',
  'coupon_minimum_not_reached',
  'coupon_not_applicable',
] as const;

export const countCouponCode = (
  countShared: (subject: string, perMinute: number) => void,
  { userId }: { userId: string },
): void => countShared(`coupon codes of ${userId}`, COUPON_CODES_PER_MINUTE);

/** As people write it; stored in upper case. */
export const couponCode = z
  .string()
  .transform(couponCodeOf)
  .refine(
    isCouponCode,
    failing(
      'invalid_format',
      `takes ${COUPON_CODE_CHARACTERS.min}-${COUPON_CODE_CHARACTERS.max} of A-Z, 0-9 and -, in any case`,
    ),
  )
  .meta({
    id: 'CouponCode',
    pattern: '^[A-Za-z0-9-]+$',
    minLength: COUPON_CODE_CHARACTERS.min,
    maxLength: COUPON_CODE_CHARACTERS.max,
  });

const uses = z.int().min(1).max(USES_MAX);
const instant = z.iso
  .datetime({ offset: true })
  .refine((written) => /^[12]/.test(written), failing('too_far', 'must be in the years 1000 to 2999'));
const ById = z.object({ id: pathId });

export const couponRoutes = [
  route({
    name: 'createCoupon',
    method: 'post',
    path: '/coupons',
    auth: 'seller',
    summary: 'Make a coupon that buyers can use at checkout',
    description:
      'Admins make those that the platform bears, a seller those that the own store bears, for own items alone. Either discountPercent or discountCents; what is taken off never changes. Each buyer can use it once; shipping is never discounted. A store has at most 100 that are active.',
    limit: { perMinute: CREATED_PER_MINUTE },
    body: z
      .object({
        code: couponCode.describe('What buyers enter, in any case'),
        funder: CouponFunder,
        discountPercent: percent.nullish().describe('Taken off the items, rounded half up to cents'),
        discountCents: cents.nullish().describe('Taken off the items'),
        maxDiscountCents: cents.nullish().describe('The most that discountPercent comes to'),
        minOrderCents: cents.nullish().describe('What the items that it is taken off have to cost together'),
        maxUses: uses.nullish().describe('How many buyers can use it'),
        startsAt: instant.nullish().describe('From this instant on it can be used; from now on when left out'),
        endsAt: instant.nullish().describe('From this instant on no longer'),
      })
      .meta({ oneOf: [{ required: ['discountPercent'] }, { required: ['discountCents'] }] }),
    status: 201,
    errors: { 400: ['seller_profile_required', 'limit_reached'], 409: ['already_exists'] },
    response: CouponJson,
    async handle({ body, caller, clients }) {
      if (body.funder === 'seller') sellerProfileOf(caller);
      const { discountPercent, startsAt, endsAt, ...rest } = withoutNulls(body);
      const { coupon } = await clients.coupons.createCoupon({
        ...rest,
        discountBasisPoints: discountPercent === undefined ? undefined : percentToBasisPoints(discountPercent),
        startsAt: instantOf(startsAt),
        endsAt: instantOf(endsAt),
      });
      return couponView(coupon!);
    },
  }),

  route({
    name: 'listCoupons',
    method: 'get',
    path: '/coupons',
    auth: 'seller',
    summary: 'Coupons, newest first: those that the own store bears, or all for admins',
    query: z.object({
      sellerProfileId: id.optional().describe('For admins: those that this seller bears'),
      funder: CouponFunder.optional(),
      isActive: booleanQuery.optional(),
      ...deepPageQuery,
    }),
    errors: { 400: ['seller_profile_required'] },
    response: deepListOf('coupons', CouponJson),
    async handle({ query: { skip, limit, cursor, sellerProfileId, ...filter }, caller, clients }) {
      const page = { skip, limit, cursor };
      const whose = caller.roles.includes('admin') ? sellerProfileId : sellerProfileOf(caller);
      const { coupons, ...found } = await clients.coupons.listCoupons({ ...filter, sellerProfileId: whose, page });
      return { coupons: coupons.map(couponView), ...pageView(found, page) };
    },
  }),

  route({
    name: 'getCoupon',
    method: 'get',
    path: '/coupons/{id}',
    auth: 'seller',
    owner: 'seller',
    summary: 'One coupon, with how often it is used',
    params: ById,
    response: CouponJson,
    async handle({ params, clients }) {
      return couponView((await clients.coupons.getCoupon(params)).coupon!);
    },
  }),

  route({
    name: 'updateCoupon',
    method: 'patch',
    path: '/coupons/{id}',
    auth: 'seller',
    owner: 'seller',
    summary: 'Change the limits of a coupon, or end it',
    description:
      'What it takes off never changes. Orders that have used it keep their discount. One that is ended leaves its code to others, and can be made active again unless somebody has it by then.',
    params: ById,
    body: z.object({
      isActive: z.boolean().optional().describe('Whether it can be used within its dates'),
      maxUses: uses.nullish().describe('At least its present uses; null: no limit'),
      endsAt: instant.nullish().describe('From this instant on no longer; null: no end'),
    }),
    errors: { 400: ['limit_reached'], 409: ['already_exists'] },
    response: CouponJson,
    async handle({ params, body: { endsAt, ...body }, clients }) {
      const { coupon } = await clients.coupons.updateCoupon({
        id: params.id,
        ...maskedUpdate({ ...body, endsAt: endsAt === null ? null : instantOf(endsAt) }),
      } satisfies AllFields<UpdateCouponRequest>);
      return couponView(coupon!);
    },
  }),
];
