import { isUuid } from '@estampa/kernel/ids';
import { boolean, integer, json, type RowOf } from '@estampa/kit/postgres/columns';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { OptionRule } from '../domain/options.ts';
import type { CostBasis } from '../domain/price.ts';
import { extraCostCents, type UsedSurface } from '../domain/product-surfaces.ts';
import { feeText } from './fee-override-repository.ts';
import { type ShowingTemplate, templatesText } from './seller-product-parts.ts';
import { productType } from './tables/product-type.ts';

const COLUMNS = {
  isActive: boolean,
  platformFeeBasisPoints: integer,
  artistRoyaltyBasisPoints: integer,
  surfaces: productType.columns.surfaces,
  printRules: productType.columns.printRules,
  variants: json<{ id: string; baseCostCents: number }[]>(),
  options: json<OptionRule[]>(),
  templates: json<ShowingTemplate[]>(),
};

/** What a seller needs of a product type: percentages with what was agreed, surfaces, active options, templates, and active variants as far as requested. */
export type SellerTerms = RowOf<typeof COLUMNS>;

const OF_PRODUCT = '(select product_type_id from seller_product where id = $1)';
const SELLER_OF_PRODUCT = '(select seller_profile_id from seller_product where id = $1)';
const NAMED = 'v.id in (select id::uuid from jsonb_array_elements_text($2::jsonb) as named (id))';

const termsOf = (type: string, variants: string, sellerProfileId = SELLER_OF_PRODUCT) =>
  statement(
    `select t.is_active as "isActive", ${feeText(sellerProfileId, 't')} as "platformFeeBasisPoints",
       t.artist_royalty_basis_points as "artistRoyaltyBasisPoints", t.surfaces,
       t.print_rules as "printRules",
       (select coalesce(json_agg(json_build_object('id', v.id, 'baseCostCents', v.base_cost_cents) order by v.id), '[]')
        from product_variant v where v.product_type_id = t.id and v.is_active and ${variants}) as variants,
       (select coalesce(json_agg(rule), '[]') from (
          select o.key, o.required,
            (select coalesce(json_agg(value order by id), '[]') from option_value
             where option_id = o.id and is_active) "values"
          from product_option o where o.product_type_id = t.id and o.is_active order by o.id
        ) as rule) as options,
       ${templatesText('t.id')} as templates
     from product_type t where t.id = ${type}`,
    COLUMNS,
  );

const TERMS_OF_TYPE = termsOf('$1', NAMED, '$3::uuid');
const TERMS_OF_PRODUCT = termsOf(OF_PRODUCT, NAMED);
const ALL_TERMS_OF_PRODUCT = termsOf(OF_PRODUCT, 'true');

/** Pipelined queries. */
export const sellerTerms = {
  /** With those of the named variants that are active and of the type. */
  findOfType: (productTypeId: string, variantIds: readonly string[], sellerProfileId: string): Query<SellerTerms> =>
    TERMS_OF_TYPE.with(productTypeId, named(variantIds), sellerProfileId),

  /** Of the type of a product that exists. */
  findOfProduct: (sellerProductId: string, variantIds: readonly string[]): Query<SellerTerms> =>
    TERMS_OF_PRODUCT.with(sellerProductId, named(variantIds)),

  /** With all active variants. */
  findAllOfProduct: (sellerProductId: string): Query<SellerTerms> => ALL_TERMS_OF_PRODUCT.with(sellerProductId),
};

// As JSON, since PostgreSQL would plan anew for each length of an array.
const named = (ids: readonly string[]): string => JSON.stringify(ids.filter(isUuid));

/** What prices of the variants are measured against where a product uses these surfaces, by variant id. */
export function basisByVariant(
  { variants, platformFeeBasisPoints, artistRoyaltyBasisPoints, surfaces: offered }: SellerTerms,
  used: readonly UsedSurface[],
): Map<string, CostBasis> {
  const extraCents = extraCostCents({ used, offered });
  return new Map(
    variants.map(({ id, baseCostCents: ownCents }) => [
      id,
      { baseCostCents: ownCents + extraCents, platformFeeBasisPoints, artistRoyaltyBasisPoints },
    ]),
  );
}
