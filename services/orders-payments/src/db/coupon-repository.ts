import { integer, nullable, uuid } from '@estampa/kit/postgres/columns';
import { selected, toRecord } from '@estampa/kit/postgres/rows';
import { pagedList } from '@estampa/kit/postgres/paged-list';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import { unlessViolated } from '@estampa/kit/postgres/unless-violated';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FoundCoupon } from '../domain/coupon-discount.ts';
import { coupon, COUPON_LIMITS, type CouponRow } from './tables/coupon.ts';

const LIST = pagedList({
  table: 'coupon',
  conditions: { sellerProfileId: 'seller_profile_id = ?', funder: 'funder = ?', isActive: 'is_active = ?' },
  selected: selected(coupon.columns, 'r'),
  columns: coupon.columns,
});

/** Discounts by a code. How often one is used changes with the orders that use it. */
export const coupons = {
  find: (em: EntityManager, id: string): Promise<CouponRow | undefined> => BY_ID.first(em, [id]),

  /** The one that has a code now, as a buyer finds it. */
  findForBuyer: (em: EntityManager, code: string, userId: string): Promise<FoundCoupon | undefined> =>
    FOR_BUYER.first(em, [code, userId]),

  /** Pages of them, newest first. */
  findPage: LIST.find,

  /** To be changed. */
  lock: (tx: EntityManager, id: string): Promise<CouponRow | undefined> => LOCK.first(tx, [id]),

  /** How many of a seller are not ended; there are no more until the transaction ends. */
  async lockCount(tx: EntityManager, sellerProfileId: string): Promise<number> {
    const [, counted] = await pipeline(tx, LOCK_SELLER.with(sellerProfileId), COUNT.with(sellerProfileId));
    return counted[0]!.count;
  },

  /** False if another one has its code. */
  insert: async (tx: EntityManager, row: CouponRow): Promise<boolean> =>
    (await INSERT.first(tx, [toRecord(row)])) !== undefined,

  /** Its limits alone; false if another one has its code by now. */
  saveLimits: async (tx: EntityManager, row: CouponRow): Promise<boolean> =>
    (await unlessViolated(SAVE.all(tx, [toRecord(row)]), 'coupon_code')) !== undefined,
};

const BY_ID = coupon.select('c', 'where c.id = $1');
const FOUND = { ...coupon.columns, usedByOrderId: nullable(uuid) };
const FOR_BUYER = statement(
  `select ${selected(coupon.columns, 'c')}, u.order_id as "usedByOrderId"
   from coupon as c left join coupon_use as u on u.coupon_id = c.id and u.user_id = $2
   where c.code = $1 and c.is_active`,
  FOUND,
);
const LOCK = coupon.select('c', 'where c.id = $1 for update');
const LOCK_SELLER = statement(`select pg_advisory_xact_lock(hashtextextended('coupons:' || $1::text, 0))`, {});
const COUNT = statement('select count(*) as count from coupon where seller_profile_id = $1 and is_active', {
  count: integer,
});
const INSERT = statement(
  `${coupon.insertRecord('$1')} on conflict (code) where is_active do nothing returning id`,
  coupon.pick('id'),
);
const SAVE = statement(coupon.updateRecord('$1', COUPON_LIMITS), {});
