import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { newestFirst, type PageRequest } from '@estampa/kernel/page';
import { boolean, timestamp } from '@estampa/kit/postgres/columns';
import { toRecord } from '@estampa/kit/postgres/rows';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isWritten } from './is-written.ts';
import { feeOverride, type FeeOverrideRow } from './tables/fee-override.ts';

type Filter = Partial<Pick<FeeOverrideRow, 'sellerProfileId' | 'productTypeId'>>;

/** Fees that were agreed with sellers. The clock of the database decides which one is in force, at checkout as here. */
export const feeOverrides = {
  async find(em: EntityManager, id: string): Promise<FeeOverrideRow> {
    const row = isUuid(id) ? await BY_ID.first(em, [id]) : undefined;
    return row ?? missing(id);
  },

  /** Newest first, with the number of all. */
  findPage: (em: EntityManager, filter: Filter, page: PageRequest): Promise<[FeeOverrideRow[], number]> =>
    em.findAndCount(feeOverride.Row, filter, newestFirst(page)),

  /** And the time once the lock is there: what waited for it may have begun or ended meanwhile. */
  async lock(tx: EntityManager, id: string): Promise<{ override: FeeOverrideRow; now: Date }> {
    if (!isUuid(id)) return missing(id);
    const [[override], [clock]] = await pipeline(tx, LOCK.with(id), LOCKED_AT.with());
    return override ? { override, now: clock!.now } : missing(id);
  },

  /** The time of one that is to be; and whether there is such a type, where it is for one. */
  begin: async (tx: EntityManager, productTypeId: string | null): Promise<{ now: Date; isTypeKnown: boolean }> =>
    (await CLOCK.first(tx, [productTypeId]))!,

  /** At once; false where the seller has another one for the same types and some of the time. */
  insert: async (tx: EntityManager, row: FeeOverrideRow): Promise<boolean> =>
    (await INSERT.first(tx, [toRecord(row)])) !== undefined,

  /** The same. */
  save: (tx: EntityManager, row: FeeOverrideRow): Promise<boolean> =>
    isWritten(SAVE.first(tx, [toRecord(row)]), 'fee_override_once'),

  /** At the commit. */
  delete: (tx: EntityManager, id: string): void => DELETE.onCommit(tx, [id]),
};

/** The one that is in force for what a seller sells of a type: that for the type before that for all; no row without one. */
export const inForceText = (sellerProfileId: string, productTypeId: string): string => `
  select f.id, f.platform_fee_basis_points from fee_override f
  where f.seller_profile_id = ${sellerProfileId} and (f.product_type_id = ${productTypeId} or f.product_type_id is null)
    and f.starts_at <= now() and (f.ends_at is null or f.ends_at > now())
  order by f.product_type_id nulls last limit 1`;

/** The fee that a seller's prices of a type are measured against. */
export const feeText = (sellerProfileId: string, type: string): string => `coalesce(
  (select platform_fee_basis_points from (${inForceText(sellerProfileId, `${type}.id`)}) as own_fee),
  ${type}.platform_fee_basis_points)`;

const missing = (id: string): never => {
  throw notFound('fee override', id);
};

const { id: ID, ...REST } = feeOverride.columns;
const { platformFeeBasisPoints, startsAt, endsAt } = REST;

const BY_ID = feeOverride.select('f', 'where f.id = $1');
const LOCK = feeOverride.select('f', 'where f.id = $1 for update');
const LOCKED_AT = statement('select clock_timestamp() as now', { now: timestamp });
const CLOCK = statement(
  'select now() as now, $1::uuid is null or exists (select from product_type where id = $1::uuid) as "isTypeKnown"',
  { now: timestamp, isTypeKnown: boolean },
);
// Of several at once one is first and the others give way, where without this they would wait for each other.
const INSERT = statement(
  `${feeOverride.insertRecord('$1')} on conflict on constraint fee_override_once do nothing returning id`,
  { id: ID },
);
const SAVE = statement(
  `${feeOverride.updateRecord('$1', { platformFeeBasisPoints, startsAt, endsAt })} and not exists (
     select from fee_override other
     where other.seller_profile_id = stored.seller_profile_id and other.id <> stored.id
       and other.product_type_id is not distinct from stored.product_type_id
       and tstzrange(other.starts_at, other.ends_at) && tstzrange(given.starts_at, given.ends_at))
   returning stored.id`,
  { id: ID },
);
const DELETE = statement('delete from fee_override where id = $1', {});
