import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SellerProductData, SellerVariant } from './seller-product-parts.ts';

/** New ones in one statement, since there can be thousands. */
export const addSellerVariants = (
  tx: EntityManager,
  { id }: Pick<SellerProductData, 'id'>,
  variants: readonly SellerVariant[],
  createdAt: Date,
): void => INSERT.onCommit(tx, [id, createdAt, JSON.stringify(variants)]);

const INSERT = statement(
  `insert into seller_product_variant
     (id, seller_product_id, product_variant_id, price_cents, allowed_options, sku, is_active, created_at)
   select id, $1, "productVariantId", "priceCents", "allowedOptions", sku, "isActive", $2
   from jsonb_to_recordset($3::jsonb) as v(
     id uuid, "productVariantId" uuid, "priceCents" int, "allowedOptions" jsonb, sku text, "isActive" boolean)`,
  {},
);

export const saveSellerVariant = (tx: EntityManager, variant: SellerVariant): void => {
  const { id, priceCents, allowedOptions, sku, isActive } = variant;
  SAVE.onCommit(tx, [id, priceCents, JSON.stringify(allowedOptions), sku, isActive]);
};

const SAVE = statement(
  `update seller_product_variant set price_cents = $2, allowed_options = $3::jsonb, sku = $4, is_active = $5
   where id = $1`,
  {},
);
