import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { selected } from '@estampa/kit/postgres/rows';
import { boolean, integer, nullable, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { pipeline, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isWritten } from './is-written.ts';
import type { ProductTypeRow } from './product-type.entity.ts';

/** What is stored, as plain data. */
export type ProductTypeData = Omit<ProductTypeRow, never>;

export const PRODUCT_TYPE_COLUMNS = {
  id: text,
  slug: text,
  name: text,
  description: nullable(text),
  platformFeeBasisPoints: integer,
  artistRoyaltyBasisPoints: integer,
  isActive: boolean,
  version: integer,
  variantCount: integer,
  createdAt: timestamp,
};

export const PRODUCT_TYPE_SELECTED = selected(PRODUCT_TYPE_COLUMNS, 't');

/** Of which type a record is a part; what is not a part of any has none. */
const TYPE_OF = {
  'product type': '$1',
  asset: '(select product_type_id from asset where id = $1)',
  option: '(select product_type_id from product_option where id = $1)',
  'option value':
    '(select o.product_type_id from option_value v join product_option o on o.id = v.option_id where v.id = $1)',
  'product variant': '(select product_type_id from product_variant where id = $1)',
};
type Part = keyof typeof TYPE_OF;

// Whoever only refers to the type, as a new seller product does, need not wait for it.
const LOCKS = Object.fromEntries(
  Object.entries(TYPE_OF).map(([part, typeId]) => [
    part,
    statement(
      `select ${PRODUCT_TYPE_SELECTED} from product_type t where t.id = ${typeId} for no key update`,
      PRODUCT_TYPE_COLUMNS,
    ),
  ]),
) as Record<Part, ReturnType<typeof statement<typeof PRODUCT_TYPE_COLUMNS>>>;

type Rows<A extends readonly Query<unknown>[]> = { [I in keyof A]: A[I] extends Query<infer R> ? R[] : never };

/**
 * The type that a record belongs to and, with it, the right to change its parts until the transaction ends; beside it what
 * is asked of them, as the last holder left it.
 */
export async function lockType<A extends readonly Query<unknown>[]>(
  tx: EntityManager,
  part: Part,
  id: string,
  ...requested: A
): Promise<{ type: ProductTypeData; rows: Rows<A> }> {
  if (!isUuid(id)) throw notFound(part, id);
  const [[type], ...rows] = await pipeline(tx, LOCKS[part].with(id), ...requested);
  if (!type) throw notFound(part, id);
  return { type, rows: rows as unknown as Rows<A> };
}

/** One more change of a type that is held. */
export const BUMP = statement('update product_type set version = version + 1 where id = $1', {});

/** The same, with variants added. */
export const BUMP_WITH_VARIANTS = statement(
  'update product_type set version = version + 1, variant_count = variant_count + $2 where id = $1',
  {},
);

/** Writes what may change of a type that is held; false when its new slug is taken. */
export async function saveType(
  tx: EntityManager,
  before: Pick<ProductTypeData, 'slug'>,
  { id, slug, name, description, platformFeeBasisPoints, artistRoyaltyBasisPoints, isActive }: ProductTypeData,
): Promise<boolean> {
  const values = [id, slug, name, description, platformFeeBasisPoints, artistRoyaltyBasisPoints, isActive];
  if (slug !== before.slug) return isWritten(SAVE_IF_FREE.first(tx, values), 'product_type_slug');
  SAVE.onCommit(tx, values);
  return true;
}

const UPDATE = `
  update product_type set slug = $2, name = $3, description = $4, platform_fee_basis_points = $5,
    artist_royalty_basis_points = $6, is_active = $7
  where id = $1`;
const SAVE = statement(UPDATE, {});
const SAVE_IF_FREE = statement(
  `${UPDATE} and not exists (select from product_type other where other.slug = $2) returning true as saved`,
  { saved: boolean },
);

const ASSET_COLUMNS = {
  id: text,
  productTypeId: text,
  key: text,
  keyLabelPt: nullable(text),
  keyLabelEn: nullable(text),
  value: text,
  labelPt: text,
  labelEn: nullable(text),
  isActive: boolean,
  createdAt: timestamp,
};
export type AssetData = RowOf<typeof ASSET_COLUMNS>;
const ASSET = `a.id, a.product_type_id as "productTypeId", a.key, a.key_label_pt as "keyLabelPt",
  a.key_label_en as "keyLabelEn", a.value, a.label_pt as "labelPt", a.label_en as "labelEn", a.is_active as "isActive",
  a.created_at as "createdAt"`;

export const FIND_ASSET = statement(`select ${ASSET} from asset a where a.id = $1`, ASSET_COLUMNS);
export const ACTIVE_ASSETS = statement(
  `select ${ASSET} from asset a where a.product_type_id = $1 and a.is_active order by a.id`,
  ASSET_COLUMNS,
);
// As JSON, since PostgreSQL would plan anew for each length of an array.
export const ASSETS_NAMED = statement(
  `select ${ASSET} from asset a where a.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as named (id))`,
  ASSET_COLUMNS,
);

// The variants are only looked through when there is an inactive asset that one of them may have.
/** The active assets, and those that were deactivated while an active variant has them and no active one replaces them. */
export const ASSETS_IN_USE = statement(
  `with inactive as materialized (select * from asset where product_type_id = $1 and not is_active),
   sold as materialized (
     select distinct pair.key, pair.value from product_variant v, jsonb_each_text(v.assets) as pair
     where v.product_type_id = $1 and v.is_active and exists (select from inactive)
   )
   select ${ASSET} from asset a
   where a.product_type_id = $1 and (a.is_active or exists (
     select from sold where sold.key = a.key and sold.value = a.value and not exists (
       select from asset other
       where other.product_type_id = $1 and other.is_active and other.key = a.key and other.value = a.value)))
   order by a.id`,
  ASSET_COLUMNS,
);

export const INSERT_ASSETS = statement(
  `insert into asset (id, product_type_id, key, key_label_pt, key_label_en, value, label_pt, label_en, is_active, created_at)
   select a.id, $1, a.key, a."keyLabelPt", a."keyLabelEn", a.value, a."labelPt", a."labelEn", true, $2
   from jsonb_to_recordset($3::jsonb) as a(
     id uuid, key text, "keyLabelPt" text, "keyLabelEn" text, value text, "labelPt" text, "labelEn" text)`,
  {},
);
export const SAVE_ASSET = statement(
  `update asset set key_label_pt = $2, key_label_en = $3, label_pt = $4, label_en = $5, is_active = $6 where id = $1`,
  {},
);
