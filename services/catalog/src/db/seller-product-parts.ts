import { type Asked, json, list, statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CostBasis } from '../domain/price.ts';
import type { SellerProductVariantRow } from './seller-product-variant.entity.ts';
import type { SellerProductRow } from './seller-product.entity.ts';

/** What is stored, as plain data. */
export type SellerProductData = Omit<SellerProductRow, never>;

export type SellerVariant = Omit<SellerProductVariantRow, 'sellerProductId' | 'createdAt'>;

/** `isOffered`: the catalog's variant and its type are active. */
export type CostedVariant = { variant: SellerVariant; basis: CostBasis; isOffered: boolean };

export type SellerProductParts = { product: SellerProductData; variants: readonly CostedVariant[] };

/** A product as it is shown: with variants at today's costs and the templates that may carry its renders. */
export type ShownSellerProduct = SellerProductParts & { templateIds: string[] };

/** The products with their parts, in one statement however many they are. */
export async function asShown(
  em: EntityManager,
  products: readonly SellerProductData[],
): Promise<ShownSellerProduct[]> {
  const rows = await PARTS.all(em, [products.map(({ id }) => id)]);
  const byId = new Map(rows.map((row) => [row.id, partsOf(row)]));
  return products.map((product) => ({ product, ...byId.get(product.id)! }));
}

/** Asks for the parts of one product, to be sent together with what else is asked of it. */
export const partsOfOne = (id: string): Asked<PartsRow> => PARTS.with([id]);

export const partsOf = ({ variants, templateIds }: PartsRow): Omit<ShownSellerProduct, 'product'> => ({
  variants: variants.map(
    ({ baseCostCents, platformFeeBasisPoints, artistRoyaltyBasisPoints, isOffered, ...variant }) => ({
      variant,
      basis: { baseCostCents, platformFeeBasisPoints, artistRoyaltyBasisPoints },
      isOffered,
    }),
  ),
  templateIds,
});

export type PartsRow = {
  id: string;
  variants: (SellerVariant & CostBasis & { isOffered: boolean })[];
  templateIds: string[];
};

const PARTS = statement(
  `select p.id,
     coalesce((
       select json_agg(json_build_object(
         'id', v.id, 'productVariantId', v.product_variant_id, 'priceCents', v.price_cents,
         'allowedOptions', v.allowed_options, 'sku', v.sku, 'isActive', v.is_active,
         'baseCostCents', c.base_cost_cents, 'platformFeeBasisPoints', t.platform_fee_basis_points,
         'artistRoyaltyBasisPoints', t.artist_royalty_basis_points,
         'isOffered', c.is_active and t.is_active) order by v.id)
       from seller_product_variant v
       join product_variant c on c.id = v.product_variant_id
       join product_type t on t.id = c.product_type_id
       where v.seller_product_id = p.id
     ), '[]') as variants,
     array(
       select m.id from template m where m.product_type_id = p.product_type_id order by m.created_at, m.id
     ) as "templateIds"
   from seller_product p where p.id = any($1::uuid[])`,
  { id: text, variants: json<PartsRow['variants']>(), templateIds: list(text) },
);
