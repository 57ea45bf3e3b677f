import type { EntityManager } from '@mikro-orm/postgresql';
import type { CostBasis } from '../domain/price.ts';
import { ProductTypeRow } from './product-type.entity.ts';
import { SellerProductVariantRow } from './seller-product-variant.entity.ts';
import type { SellerProductRow } from './seller-product.entity.ts';
import { TemplateRow } from './template.entity.ts';
import { VariantRow } from './variant.entity.ts';

export type CostedVariant = { variant: SellerProductVariantRow; basis: CostBasis };

export type SellerProductParts = { product: SellerProductRow; variants: readonly CostedVariant[] };

/** A product as it is shown: with variants at today's costs and the templates that may carry its renders. */
export type ShownSellerProduct = SellerProductParts & { templateIds: string[] };

/** Rows that are only shown: there can be thousands, and managed ones would be compared before every further query. */
const NOT_MANAGED = { disableIdentityMap: true };

export async function asShown(em: EntityManager, products: readonly SellerProductRow[]): Promise<ShownSellerProduct[]> {
  const parts = await withVariants(em, products);
  const templateIds = await templateIdsOf(
    em,
    products.map(({ productTypeId }) => productTypeId),
  );
  return parts.map((part) => ({ ...part, templateIds: templateIds(part.product.productTypeId) }));
}

/** The products with their variants and what these cost now: one query per table, however many products. */
export async function withVariants(
  em: EntityManager,
  products: readonly SellerProductRow[],
): Promise<SellerProductParts[]> {
  const sellerProductId = { $in: products.map(({ id }) => id) };
  const rows = await em.find(SellerProductVariantRow, { sellerProductId }, { orderBy: { id: 'asc' }, ...NOT_MANAGED });
  const costed = await withCosts(em, rows);
  const byProduct = Map.groupBy(costed, ({ variant }) => variant.sellerProductId);
  return products.map((product) => ({ product, variants: byProduct.get(product.id) ?? [] }));
}

async function withCosts(em: EntityManager, rows: readonly SellerProductVariantRow[]): Promise<CostedVariant[]> {
  const variantIds = [...new Set(rows.map(({ productVariantId }) => productVariantId))];
  const catalogVariants = await em.find(VariantRow, { id: { $in: variantIds } }, NOT_MANAGED);
  const typeIds = [...new Set(catalogVariants.map(({ productTypeId }) => productTypeId))];
  const types = new Map(
    (await em.find(ProductTypeRow, { id: { $in: typeIds } }, NOT_MANAGED)).map((type) => [type.id, type]),
  );
  const bases = new Map(
    catalogVariants.map(({ id, productTypeId, baseCostCents }) => {
      const { platformFeeBasisPoints, artistRoyaltyBasisPoints } = types.get(productTypeId)!;
      return [id, { baseCostCents, platformFeeBasisPoints, artistRoyaltyBasisPoints }];
    }),
  );
  return rows.map((variant) => ({ variant, basis: bases.get(variant.productVariantId)! }));
}

/** Ids of the templates of product types, by product type id. */
export async function templateIdsOf(
  em: EntityManager,
  productTypeIds: readonly string[],
  { onlyActive = false } = {},
): Promise<(productTypeId: string) => string[]> {
  const rows = await em.find(
    TemplateRow,
    { productTypeId: { $in: [...new Set(productTypeIds)] }, ...(onlyActive && { isActive: true }) },
    { fields: ['id', 'productTypeId'], orderBy: { createdAt: 'asc', id: 'asc' }, ...NOT_MANAGED },
  );
  const byType = Map.groupBy(rows, ({ productTypeId }) => productTypeId);
  return (productTypeId) => (byType.get(productTypeId) ?? []).map(({ id }) => id);
}
