import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { templateIdsOf } from '../db/seller-product-parts.ts';
import type { SellerProductRow } from '../db/seller-product.entity.ts';

type Product = Pick<SellerProductRow, 'id' | 'productTypeId' | 'artworkId'>;

/** Whether the artwork has been rendered on one of the active templates of the product's type. */
export async function hasRender({ em, renders }: Context, { productTypeId, artworkId }: Product): Promise<boolean> {
  const templateIds = (await templateIdsOf(em, [productTypeId], { onlyActive: true }))(productTypeId);
  if (templateIds.length === 0) return false;

  const { renders: latest } = await renders.listRenders({ artworkIds: [artworkId], templateIds });
  return latest.some(({ status, templateId }) => status === 'rendered' && templateIds.includes(templateId));
}

/** Whether something of the product can be sold: its own variant, the catalog's, and the type. */
export async function hasActiveVariant(em: EntityManager, { id }: Pick<Product, 'id'>): Promise<boolean> {
  const [found] = await em.execute<{ exists: boolean }[]>(
    `select exists (
       select from seller_product_variant v
       join product_variant c on c.id = v.product_variant_id
       join product_type t on t.id = c.product_type_id
       where v.seller_product_id = ? and v.is_active and c.is_active and t.is_active)`,
    [id],
  );
  return found?.exists ?? false;
}
