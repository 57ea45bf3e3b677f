import { jsonList, selected } from '@estampa/kit/postgres/rows';
import { json, nullable } from '@estampa/kit/postgres/columns';
import { type Query, statement } from '@estampa/kit/postgres/statement';
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

/** The products of a page with their parts; null when those exceed the limit for a list. */
export function asShown(rows: readonly (SellerProductRow & ListedPartsRow)[]): ShownSellerProduct[] | null {
  const shown: ShownSellerProduct[] = [];
  for (const { variants, ...row } of rows) {
    if (!variants) return null;
    shown.push({ product: row, ...partsOf(row, { ...row, variants }) });
  }
  return shown;
}

/** A query for the parts of one product, to be pipelined. */
export const partsOfOne = (id: string): Query<PartsRow> => PARTS.with(id);

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
  variants: (SellerVariant & Pick<CostBasis, 'baseCostCents'> & { isOffered: boolean })[];
  templates: ShowingTemplate[];
  /** The surfaces of its type. */
  offered: ProductTypeRow['surfaces'];
  printRules: ProductTypeRow['printRules'];
};
type ListedPartsRow = Omit<PartsRow, 'variants'> & { variants: PartsRow['variants'] | null };

const { sellerProductId: _sellerProductId, createdAt: _createdAt, ...VARIANT } = sellerVariant.columns;
const { baseCostCents } = catalogVariant.columns;
const { artistRoyaltyBasisPoints } = productType.columns;

/** All templates of a type, oldest first, as JSON. */
export const templatesText = (productTypeId: string): string => `(
  select coalesce(json_agg(json_build_object('id', m.id, 'surface', m.surface,
    'further', jsonb_path_query_array(m.areas, '$[*].surface')) order by m.created_at, m.id), '[]')
  from template m where m.product_type_id = ${productTypeId})`;

const variantsText = (productId: string): string =>
  jsonList(`
    select ${selected(VARIANT, 'v')}, ${selected({ baseCostCents }, 'c')}, c.is_active and t.is_active as "isOffered"
    from seller_product_variant v
    join product_variant c on c.id = v.product_variant_id
    join product_type t on t.id = c.product_type_id
    where v.seller_product_id = ${productId} order by v.id`);

/** The select list for the parts of a product, whose type is `own`. */
const partsText = (product: string, variants: string): string => `
  ${variants} as variants, ${templatesText(`${product}.product_type_id`)} as templates,
  own.surfaces as offered, own.print_rules as "printRules", ${selected({ artistRoyaltyBasisPoints }, 'own')},
  ${feeText(`${product}.seller_profile_id`, 'own')} as "platformFeeBasisPoints"`;
const PARTS_COLUMNS = {
  platformFeeBasisPoints: productType.columns.platformFeeBasisPoints,
  artistRoyaltyBasisPoints,
  variants: json<PartsRow['variants']>(),
  templates: json<ShowingTemplate[]>(),
  offered: productType.columns.surfaces,
  printRules: productType.columns.printRules,
};

const PARTS = statement(
  `select ${partsText('p', variantsText('p.id'))}
   from seller_product p join product_type own on own.id = p.product_type_id where p.id = $1`,
  PARTS_COLUMNS,
);

/** For a list whose products are `r`: all variants are measured in the database first, so that none is transferred when they are too much. */
export const LISTED_PARTS = {
  selected: partsText('r', `case when size.fits then ${variantsText('r.id')} end`),
  joined: `
    join product_type own on own.id = r.product_type_id
    cross join (select (select count(*) from page) = 1 or (
      select coalesce(sum(${VARIANT_BYTES} + octet_length(v.allowed_options::text) + coalesce(octet_length(v.sku), 0)), 0)
      from seller_product_variant v where v.seller_product_id in (select id from page)
    ) <= ${LISTED_MAX_BYTES} as fits) as size`,
  columns: { ...PARTS_COLUMNS, variants: nullable(PARTS_COLUMNS.variants) },
};
