import type { Context } from '../context.ts';
import { activeTemplateIds } from '../db/active-template-ids.ts';
import type { ShownSellerProduct } from '../db/seller-product-parts.ts';
import type { SellerProductRow } from '../db/seller-product.entity.ts';

type Product = Pick<SellerProductRow, 'productTypeId' | 'artworkId'>;

/** Whether the artwork has been rendered on one of the active templates of the product's type. */
export async function hasRender({ em, renders }: Context, { productTypeId, artworkId }: Product): Promise<boolean> {
  const templateIds = await activeTemplateIds(em, productTypeId);
  if (templateIds.length === 0) return false;

  const { renders: latest } = await renders.listRenders({ artworkIds: [artworkId], templateIds });
  return latest.some(({ status, templateId }) => status === 'rendered' && templateIds.includes(templateId));
}

/** Whether something of the product can be sold. */
export const hasActiveVariant = ({ variants }: Pick<ShownSellerProduct, 'variants'>): boolean =>
  variants.some(({ isOnSale }) => isOnSale);
