import { newestFirst, type PageRequest } from '@estampa/kernel/page';
import { selected, toRecord, toRecords } from '@estampa/kit/postgres/rows';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { activeUnless, type PartsOfType } from './parts-of-type.ts';
import { asset, type AssetRow } from './tables/asset.ts';

/** The assets that variants combine. All but the pages are pipelined queries and writes, under the lock of their product type. */
export const assets = {
  find: (id: string): Query<AssetRow> => BY_ID.with(id),

  /** Those of any type. */
  findNamed: (ids: readonly string[]): Query<AssetRow> => NAMED.with(JSON.stringify(ids)),

  findActive: (productTypeId: string): Query<AssetRow> => ACTIVE.with(productTypeId),

  /** The active ones, and those that were deactivated while an active variant has them and no active one replaces them. */
  findInUse: (productTypeId: string): Query<AssetRow> => IN_USE.with(productTypeId),

  /** Newest first, with the number of all. */
  findPage: (em: EntityManager, parts: PartsOfType, page: PageRequest): Promise<[AssetRow[], number]> =>
    em.findAndCount(asset.Row, activeUnless(parts), newestFirst(page)),

  insert: (rows: readonly AssetRow[]): Query<object> => INSERT.with(toRecords(rows)),

  /** Its labels, and whether it is active. */
  save: (row: AssetRow): Query<object> => SAVE.with(toRecord(row)),
};

const {
  id: _id,
  productTypeId: _productTypeId,
  key: _key,
  value: _value,
  createdAt: _createdAt,
  ...CHANGEABLE
} = asset.columns;

const BY_ID = asset.select('a', 'where a.id = $1');
// As JSON, since PostgreSQL would plan anew for each length of an array.
const NAMED = asset.select(
  'a',
  'where a.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as named (id))',
);
const ACTIVE = asset.select('a', 'where a.product_type_id = $1 and a.is_active order by a.id');

// Variants are only read when an inactive asset exists that one of them may have.
const IN_USE = statement(
  `with inactive as materialized (select * from asset where product_type_id = $1 and not is_active),
   sold as materialized (
     select distinct pair.key, pair.value from product_variant v, jsonb_each_text(v.assets) as pair
     where v.product_type_id = $1 and v.is_active and exists (select from inactive)
   )
   select ${selected(asset.columns, 'a')} from asset a
   where a.product_type_id = $1 and (a.is_active or exists (
     select from sold where sold.key = a.key and sold.value = a.value and not exists (
       select from asset other
       where other.product_type_id = $1 and other.is_active and other.key = a.key and other.value = a.value)))
   order by a.id`,
  asset.columns,
);

const INSERT = statement(asset.insertRecords('$1'), {});
const SAVE = statement(asset.updateRecord('$1', CHANGEABLE), {});
