import {
  CreateCouponRequest,
  type CreateCouponResponse,
  UpdateCouponRequest,
} from '@estampa/contracts/orders/v1/coupon';
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
const PLACES = 4;
const AT_ONCE_SHARE = 0.5;
const AT_ONCE_MS = 15;
const WITHIN_MS = 6_000;

/** In so many of these histories a buyer is in each place, and all check out at once while the coupon is changed. */
const RUSH_SHARE = 0.5;
const CHANGES = 6;
/** A checkout comes to the coupon within one of these, by how slow the database is; a change has its lock for some round trips. */
const CHANGED_MS = [60, 200] as const;
const ENDS_AFTER_MS = { least: 30 * 24 * 60 * 60_000, most: 60 * 24 * 60 * 60_000 };

/** Buyers with one coupon who check out in several places, each twice; of all these orders it can be used in one or two. */
export async function useCoupon(world: World, people: People, random: Random): Promise<void> {
  const found = await foundCoupon(world, random);
  if (!found) return;
  const isRush = random.chance(RUSH_SHARE);
  const userIds = Array.from({ length: isRush ? PLACES : PLACES / 2 }, () => uuidFrom(random));
  const checkOut = async (userId: string, atOnceShare: number) => {
    await world.pause(random.between(0, random.chance(atOnceShare) ? AT_ONCE_MS : WITHIN_MS));
    await people.buy(drawEnding(random), { userId, coupon: found.coupon });
  };
  // What ends unpaid leaves the coupon to the next one.
  const twice = async (userId: string) => {
    await checkOut(userId, isRush ? 1 : AT_ONCE_SHARE);
    await checkOut(userId, AT_ONCE_SHARE);
  };
  const places = isRush ? userIds : [...userIds, ...userIds];
  const withinMs = random.oneOf(CHANGED_MS)!;
  const changes = Array.from({ length: isRush ? CHANGES : 0 }, () => changeCoupon(world, random, found, withinMs));
  await Promise.all([...places.map(twice), ...changes]);
}

type Found = { id: string; coupon: Coupon; owner: Parameters<Requests['send']>[3] };

async function foundCoupon(world: World, random: Random): Promise<Found | null> {
  const sellerProfileId = random.chance(SELLERS_SHARE) ? random.oneOf(SELLERS)! : null;
  const discountCents = Math.floor(random.between(DISCOUNT_CENTS.least, DISCOUNT_CENTS.most));
  const message = CreateCouponRequest.fromPartial({
    code: CODE,
    funder: sellerProfileId === null ? 'platform' : 'seller',
    discountCents,
    maxUses: 1 + random.below(USES_MAX),
  });
  const owner: Found['owner'] = {
    userId: uuidFrom(random),
    roles: sellerProfileId === null ? ['admin'] : ['seller'],
    sellerProfileId,
  };
  const requests = new Requests(world, random);
  const created = await requests.send<CreateCouponResponse>('orders-payments', 'createCoupon', message, owner);
  return created && { id: created.coupon!.id, owner, coupon: { code: CODE, discountCents, sellerProfileId } };
}

/** It ends on another day, long after the history. */
async function changeCoupon(world: World, random: Random, { id, owner }: Found, withinMs: number): Promise<void> {
  await world.pause(random.between(0, withinMs));
  const endsAt = new Date(Math.floor(world.scheduler.now + random.between(ENDS_AFTER_MS.least, ENDS_AFTER_MS.most)));
  const message = UpdateCouponRequest.fromPartial({ id, endsAt, updateMask: ['ends_at'] });
  await new Requests(world, random).send('orders-payments', 'updateCoupon', message, owner);
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
