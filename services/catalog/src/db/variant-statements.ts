import { selected } from '@estampa/kit/postgres/rows';
import { boolean, integer, json, text, timestamp } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { AssetDictionary } from '../domain/combinations.ts';
import type { VariantRow } from './variant.entity.ts';

/** What is stored, as plain data. */
export type VariantData = Omit<VariantRow, never>;

const COLUMNS = {
  id: text,
  productTypeId: text,
  assets: json<AssetDictionary>(),
  baseCostCents: integer,
  sku: text,
  productionDays: integer,
  packagingDays: integer,
  isActive: boolean,
  part: integer,
  createdAt: timestamp,
};
const SELECTED = selected(COLUMNS, 'v');

export const FIND_VARIANT = statement(`select ${SELECTED} from product_variant v where v.id = $1`, COLUMNS);
/** All that a type ever had, oldest first. */
export const ALL_VARIANTS = statement(
  `select ${SELECTED} from product_variant v where v.product_type_id = $1 order by v.id`,
  COLUMNS,
);
export const ACTIVE_VARIANTS = statement(
  `select ${SELECTED} from product_variant v where v.product_type_id = $1 and v.is_active order by v.id`,
  COLUMNS,
);
/** Those that are published together with one, itself among them. */
export const VARIANTS_BESIDE = statement(
  `select ${SELECTED} from product_variant v join product_variant one on one.id = $1
   where v.product_type_id = one.product_type_id and v.part = one.part order by v.id`,
  COLUMNS,
);
export const VARIANTS_OF_PART = statement(
  `select ${SELECTED} from product_variant v where v.product_type_id = $1 and v.part = $2 order by v.id`,
  COLUMNS,
);

/** Nothing is inserted of what a unique index has already. */
export const INSERT_VARIANTS = statement(
  `insert into product_variant (id, product_type_id, assets, base_cost_cents, sku, production_days, packaging_days, part,
     is_active, created_at)
   select v.id, $1, v.assets, $2, v.sku, $3, $4, v.part, true, $5
   from jsonb_to_recordset($6::jsonb) as v(id uuid, assets jsonb, sku text, part int)
   on conflict do nothing
   returning id`,
  { id: text },
);

/** How many there are that a new variant counts with, and what it must not be equal to. */
export const VARIANTS_LIKE = statement(
  `select
     (select count(*) from product_variant where product_type_id = $1 and is_active) as active,
     exists (select from product_variant
       where product_type_id = $1 and is_active and md5(assets::text) = md5($2::jsonb::text)) as "isKnown",
     array(select sku from product_variant where product_type_id = $1 and starts_with(sku, $3)) as skus`,
  { active: integer, isKnown: boolean, skus: json<string[]>() },
);

/** What is given of each; the rest stays. Gives the variants that are of the type, changed. */
export const SAVE_VARIANTS = statement(
  `update product_variant v set
     base_cost_cents = coalesce(wanted."baseCostCents", v.base_cost_cents),
     production_days = coalesce(wanted."productionDays", v.production_days),
     packaging_days = coalesce(wanted."packagingDays", v.packaging_days)
   from jsonb_to_recordset($2::jsonb) as wanted(
     id uuid, "baseCostCents" int, "productionDays" int, "packagingDays" int)
   where v.id = wanted.id and v.product_type_id = $1
   returning ${SELECTED}`,
  COLUMNS,
);

export const DEACTIVATE_VARIANTS = statement(
  `update product_variant set is_active = false
   where id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as named (id))`,
  {},
);
