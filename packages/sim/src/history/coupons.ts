import { CreateCouponRequest, type CreateCouponResponse } from '@estampa/contracts/orders/v1/coupon';
import type { Orm } from '@estampa/kit/postgres/connect';
import type { Random } from '@estampa/stack/random';
import { drawEnding } from './moves.ts';
import { SELLERS } from './peers.ts';
import type { Coupon, People } from './people.ts';
import { Requests, uuidFrom } from './requests.ts';
import type { World } from './world.ts';

const CODE = 'WELCOME';
const SELLERS_SHARE = 0.4;
const DISCOUNT_CENTS = { least: 100, most: 1_000 };
/** Fewer than there are checkouts. */
const USES_MAX = 2;
const BUYERS = 2;
const AT_ONCE_SHARE = 0.5;
const AT_ONCE_MS = 15;
const WITHIN_MS = 6_000;

/** Buyers with one coupon, each of whom checks out twice in two places; of all these orders it can be used in one or two. */
export async function useCoupon(world: World, people: People, random: Random): Promise<void> {
  const coupon = await foundCoupon(world, random);
  if (!coupon) return;
  const userIds = Array.from({ length: BUYERS }, () => uuidFrom(random));
  const checkOut = async (userId: string) => {
    await world.pause(random.between(0, random.chance(AT_ONCE_SHARE) ? AT_ONCE_MS : WITHIN_MS));
    await people.buy(drawEnding(random), { userId, coupon });
  };
  // What ends unpaid leaves the coupon to the next one.
  const twice = async (userId: string) => {
    await checkOut(userId);
    await checkOut(userId);
  };
  await Promise.all([...userIds, ...userIds].map(twice));
}

async function foundCoupon(world: World, random: Random): Promise<Coupon | null> {
  const sellerProfileId = random.chance(SELLERS_SHARE) ? random.oneOf(SELLERS)! : null;
  const discountCents = Math.floor(random.between(DISCOUNT_CENTS.least, DISCOUNT_CENTS.most));
  const message = CreateCouponRequest.fromPartial({
    code: CODE,
    funder: sellerProfileId === null ? 'platform' : 'seller',
    discountCents,
    maxUses: 1 + random.below(USES_MAX),
  });
  const created = await new Requests(world, random).send<CreateCouponResponse>(
    'orders-payments',
    'createCoupon',
    message,
    {
      userId: uuidFrom(random),
      roles: sellerProfileId === null ? ['admin'] : ['seller'],
      sellerProfileId,
    },
  );
  return created && { code: CODE, discountCents, sellerProfileId };
}

type Used = { code: string; uses: number; maxUses: number | null; stored: number; live: number; buyers: number };

const USED = `
  select c.code, c.uses, c.max_uses as "maxUses",
    (select count(*)::int from coupon_use u where u.coupon_id = c.id) as stored,
    count(o.id)::int as live, count(distinct o.user_id)::int as buyers
  from coupon c left join customer_order o on (o.coupon ->> 'id')::uuid = c.id and o.payment_status <> 'cancelled'
  group by c.id`;

/** At any time the uses of a coupon are the orders with it that are paid or may be: one of each buyer, and no more than it has. */
export async function wrongsOfCoupons(orm: Orm): Promise<string[]> {
  const all = await orm.em.fork().execute<Used[]>(USED);
  return all.flatMap(({ code, uses, maxUses, stored, live, buyers }) => {
    if (uses === live && stored === live && buyers === live && (maxUses === null || live <= maxUses)) return [];
    return `coupon ${code} has ${uses} uses and ${stored} stored of ${maxUses}, in ${live} orders of ${buyers} buyers`;
  });
}
