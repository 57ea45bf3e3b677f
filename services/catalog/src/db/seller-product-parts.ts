import { selected } from '@estampa/kit/postgres/rows';
import { json, text } from '@estampa/kit/postgres/columns';
import { listOf, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CostBasis } from '../domain/price.ts';
import { extraCostCents, firstSurfaceAlone, type UsedSurface } from '../domain/product-surfaces.ts';
import type { SellerVariant } from './seller-variant-repository.ts';
import { feeText } from './fee-override-repository.ts';
import { productType, type ProductTypeRow } from './tables/product-type.ts';
import type { SellerProductRow } from './tables/seller-product.ts';
import { sellerVariant } from './tables/seller-variant.ts';
import type { TemplateRow } from './tables/template.ts';
import { variant as catalogVariant } from './tables/variant.ts';

/** `isOffered`: the catalog's variant and its type are active. */
export type CostedVariant = { variant: SellerVariant; basis: CostBasis; isOffered: boolean };

/** `surfaces`: those that it uses, in the order of its type. */
export type SellerProductParts = {
  product: SellerProductRow;
  surfaces: readonly UsedSurface[];
  variants: readonly CostedVariant[];
};

/** A template of its type, and which surface it shows, null is the first one; and which further ones beside it. */
export type ShowingTemplate = Pick<TemplateRow, 'id' | 'surface'> & { further: string[] };

/**
 * A product as it is shown: with variants at today's costs, the templates that may carry its renders, all surfaces that its type
 * offers, and what its printer asks.
 */
export type ShownSellerProduct = SellerProductParts & {
  templates: readonly ShowingTemplate[];
  offered: ProductTypeRow['surfaces'];
  printRules: ProductTypeRow['printRules'];
};

/** Limit in bytes for the variants of all products in a list; those of a single product are bounded by its event. */
export const LISTED_MAX_BYTES = 16 * 1024 * 1024;
/** Of a variant without its options and SKU. */
const VARIANT_BYTES = 150;

/** Loads the parts of all the products in one statement; null when they exceed the limit for a list. */
export async function asShown(
  em: EntityManager,
  products: readonly SellerProductRow[],
): Promise<ShownSellerProduct[] | null> {
  const parts = products.length > 1 ? PARTS_OF_LIST : PARTS;
  const rows = await parts.all(em, [products.map(({ id }) => id)]);
  if (rows.length === 0 && products.length > 1) return null;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return products.flatMap((product) => {
    // A product that was deleted after the page was read has none.
    const own = byId.get(product.id);
    return own ? [{ product, ...partsOf(product, own) }] : [];
  });
}

/** Pipelined queries for the parts of one product. */
export const partsOfOne = (id: string): Query<PartsRow> => PARTS.with([id]);

/** What a variant costs with the product's surfaces. */
export function partsOf(
  product: Pick<SellerProductRow, 'artworkId' | 'surfaces'>,
  { variants, templates, offered, printRules, ...shares }: PartsRow,
): Omit<ShownSellerProduct, 'product'> {
  const surfaces = product.surfaces ?? firstSurfaceAlone(product.artworkId, offered);
  const extraCents = extraCostCents({ used: surfaces, offered });
  return {
    surfaces,
    variants: variants.map(({ baseCostCents: ownCents, isOffered, ...variant }) => ({
      variant,
      basis: { baseCostCents: ownCents + extraCents, ...sharesOf(shares) },
      isOffered,
    })),
    templates,
    offered,
    printRules,
  };
}

/** What the platform and the artist get of its prices today, the former as it was agreed with its seller. */
type Shares = Omit<CostBasis, 'baseCostCents'>;

const sharesOf = ({ platformFeeBasisPoints, artistRoyaltyBasisPoints }: Shares): Shares => ({
  platformFeeBasisPoints,
  artistRoyaltyBasisPoints,
});

export type PartsRow = Shares & {
  id: string;
  variants: (SellerVariant & Pick<CostBasis, 'baseCostCents'> & { isOffered: boolean })[];
  templates: ShowingTemplate[];
  /** The surfaces of its type. */
  offered: ProductTypeRow['surfaces'];
  printRules: ProductTypeRow['printRules'];
};

const { sellerProductId: _sellerProductId, createdAt: _createdAt, ...VARIANT } = sellerVariant.columns;
const { baseCostCents } = catalogVariant.columns;
const { artistRoyaltyBasisPoints } = productType.columns;

/** All templates of a type, oldest first, as JSON. */
export const templatesText = (productTypeId: string): string => `(
  select coalesce(json_agg(json_build_object('id', m.id, 'surface', m.surface,
    'further', jsonb_path_query_array(m.areas, '$[*].surface')) order by m.created_at, m.id), '[]')
  from template m where m.product_type_id = ${productTypeId})`;

const PARTS_TEXT = `select p.id,
     (select coalesce(json_agg(one), '[]') from (
       select ${selected(VARIANT, 'v')}, ${selected({ baseCostCents }, 'c')},
         c.is_active and t.is_active as "isOffered"
       from seller_product_variant v
       join product_variant c on c.id = v.product_variant_id
       join product_type t on t.id = c.product_type_id
       where v.seller_product_id = p.id order by v.id
     ) as one) as variants,
     ${templatesText('p.product_type_id')} as templates,
     own.surfaces as offered, own.print_rules as "printRules", ${selected({ artistRoyaltyBasisPoints }, 'own')},
     ${feeText('p.seller_profile_id', 'own')} as "platformFeeBasisPoints"
   from seller_product p join product_type own on own.id = p.product_type_id where p.id = any(${listOf('$1::uuid[]')})`;
const PARTS_COLUMNS = {
  id: text,
  platformFeeBasisPoints: productType.columns.platformFeeBasisPoints,
  artistRoyaltyBasisPoints,
  variants: json<PartsRow['variants']>(),
  templates: json<ShowingTemplate[]>(),
  offered: productType.columns.surfaces,
  printRules: productType.columns.printRules,
};

const PARTS = statement(PARTS_TEXT, PARTS_COLUMNS);

// Measured in the database first, so that nothing is transferred when it is too much.
const PARTS_OF_LIST = statement(
  `${PARTS_TEXT} and (
     select coalesce(sum(${VARIANT_BYTES} + octet_length(v.allowed_options::text) + coalesce(octet_length(v.sku), 0)), 0)
     from seller_product_variant v where v.seller_product_id = any(${listOf('$1::uuid[]')})
   ) <= ${LISTED_MAX_BYTES}`,
  PARTS_COLUMNS,
);
