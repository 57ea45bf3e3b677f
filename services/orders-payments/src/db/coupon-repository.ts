import { nullable, uuid } from '@estampa/kit/postgres/columns';
import { selected, toRecord } from '@estampa/kit/postgres/rows';
import { pagedList } from '@estampa/kit/postgres/paged-list';
import { statement } from '@estampa/kit/postgres/statement';
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

  /** The one of a code, as a buyer finds it. */
  findForBuyer: (em: EntityManager, code: string, userId: string): Promise<FoundCoupon | undefined> =>
    FOR_BUYER.first(em, [code, userId]),

  /** Pages of them, newest first. */
  findPage: LIST.find,

  /** To be changed. */
  lock: (tx: EntityManager, id: string): Promise<CouponRow | undefined> => LOCK.first(tx, [id]),

  /** False if another one has its code. */
  insert: async (tx: EntityManager, row: CouponRow): Promise<boolean> =>
    (await INSERT.first(tx, [toRecord(row)])) !== undefined,

  /** Written with the commit: its limits alone. */
  saveLimits: (tx: EntityManager, row: CouponRow): void => SAVE.onCommit(tx, [toRecord(row)]),
};

const BY_ID = coupon.select('c', 'where c.id = $1');
const FOUND = { ...coupon.columns, usedByOrderId: nullable(uuid) };
const FOR_BUYER = statement(
  `select ${selected(coupon.columns, 'c')}, u.order_id as "usedByOrderId"
   from coupon as c left join coupon_use as u on u.coupon_id = c.id and u.user_id = $2 where c.code = $1`,
  FOUND,
);
const LOCK = coupon.select('c', 'where c.id = $1 for update');
const INSERT = statement(`${coupon.insertRecord('$1')} on conflict (code) do nothing returning id`, coupon.pick('id'));
const SAVE = statement(coupon.updateRecord('$1', COUPON_LIMITS), {});
