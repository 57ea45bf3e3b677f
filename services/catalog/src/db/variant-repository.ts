import { newestFirst, type PageRequest } from '@estampa/kernel/page';
import { selected, toRecord, toRecords } from '@estampa/kit/postgres/rows';
import { boolean, integer, json, type RowOf } from '@estampa/kit/postgres/columns';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AssetDictionary } from '../domain/combinations.ts';
import { isWritten } from './is-written.ts';
import { activeUnless, type PartsOfType } from './parts-of-type.ts';
import { variant, type VariantRow } from './tables/variant.ts';

type Change = Pick<VariantRow, 'id'> & Partial<Pick<VariantRow, 'baseCostCents' | 'productionDays' | 'packagingDays'>>;

/** What changes one has the lock of its type first. */
export const variants = {
  find: (id: string): Query<VariantRow> => BY_ID.with(id),

  /** All that a type ever had, oldest first. */
  findAll: (productTypeId: string): Query<VariantRow> => ALL.with(productTypeId),

  findActive: (productTypeId: string): Query<VariantRow> => ACTIVE.with(productTypeId),

  /** All variants of the part in which a variant is published, itself included. */
  findNeighbours: (id: string): Query<VariantRow> => NEIGHBOURS.with(id),

  findOfPart: (productTypeId: string, part: number): Query<VariantRow> => OF_PART.with(productTypeId, part),

  /** How many there are that a new variant counts with, and what it must not be equal to. */
  findLike: (productTypeId: string, assets: AssetDictionary, sku: string): Query<RowOf<typeof LIKE>> =>
    ALIKE.with(productTypeId, JSON.stringify(assets), sku),

  /** Newest first, with the number of all. */
  findPage: (em: EntityManager, parts: PartsOfType, page: PageRequest): Promise<[VariantRow[], number]> =>
    em.findAndCount(variant.Row, activeUnless(parts), newestFirst(page)),

  /** At once; false when a unique index has one of them already. */
  insert: async (tx: EntityManager, rows: readonly VariantRow[]): Promise<boolean> =>
    (await INSERT.all(tx, [toRecords(rows)])).length === rows.length,

  /** Its costs, days and SKU, with the commit; at once where the SKU is new, and false when that is taken. */
  async saveIfFree(tx: EntityManager, before: Pick<VariantRow, 'sku'>, row: VariantRow): Promise<boolean> {
    if (row.sku !== before.sku) return isWritten(SAVE_IF_FREE.first(tx, [toRecord(row)]), 'product_variant_sku');
    SAVE.onCommit(tx, [toRecord(row)]);
    return true;
  },

  /** What is given of each; the rest stays. Gives the variants that are of the type, changed. */
  saveCosts: (tx: EntityManager, productTypeId: string, changes: readonly Change[]): Promise<VariantRow[]> =>
    SAVE_COSTS.all(tx, [productTypeId, toRecords(changes)]),

  /** Written with the commit. */
  deactivate: (tx: EntityManager, ids: readonly string[]): void => DEACTIVATE.onCommit(tx, [JSON.stringify(ids)]),
};

const { id, sku, baseCostCents, productionDays, packagingDays } = variant.columns;

const BY_ID = variant.select('v', 'where v.id = $1');
const ALL = variant.select('v', 'where v.product_type_id = $1 order by v.id');
const ACTIVE = variant.select('v', 'where v.product_type_id = $1 and v.is_active order by v.id');
const NEIGHBOURS = variant.select(
  'v',
  `join product_variant one on one.id = $1
   where v.product_type_id = one.product_type_id and v.part = one.part order by v.id`,
);
const OF_PART = variant.select('v', 'where v.product_type_id = $1 and v.part = $2 order by v.id');

const LIKE = { active: integer, isKnown: boolean, skus: json<string[]>() };
const ALIKE = statement(
  `select
     (select count(*) from product_variant where product_type_id = $1 and is_active) as active,
     exists (select from product_variant
       where product_type_id = $1 and is_active and md5(assets::text) = md5($2::jsonb::text)) as "isKnown",
     array(select sku from product_variant where product_type_id = $1 and starts_with(sku, $3)) as skus`,
  LIKE,
);

const INSERT = statement(`${variant.insertRecords('$1')} on conflict do nothing returning id`, { id });

const UPDATE = variant.updateRecord('$1', { baseCostCents, sku, productionDays, packagingDays });
const SAVE = statement(UPDATE, {});
const SAVE_IF_FREE = statement(
  `${UPDATE} and not exists (
     select from product_variant other
     where other.product_type_id = stored.product_type_id and md5(other.sku) = md5(given.sku))
   returning stored.id`,
  { id },
);
const SAVE_COSTS = statement(
  `update product_variant v set
     base_cost_cents = coalesce(given.base_cost_cents, v.base_cost_cents),
     production_days = coalesce(given.production_days, v.production_days),
     packaging_days = coalesce(given.packaging_days, v.packaging_days)
   from jsonb_populate_recordset(null::product_variant, $2) as given
   where v.id = given.id and v.product_type_id = $1
   returning ${selected(variant.columns, 'v')}`,
  variant.columns,
);
const DEACTIVATE = statement(
  `update product_variant set is_active = false
   where id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as named (id))`,
  {},
);
