import { ProductTypeChanged } from '@estampa/contracts/catalog/v1/events';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import { loadParts, type ProductTypeParts } from '../db/product-type-parts.ts';
import type { ProductTypeRow } from '../db/product-type.entity.ts';
import { assetMessage, optionMessage, productTypeMessage, variantMessage } from '../messages/product-type.ts';

/** Tells the whole type with all its parts, and gives them back. The version grows by the caller. */
export async function announceProductType(
  tx: EntityManager,
  type: string,
  row: ProductTypeRow,
): Promise<ProductTypeParts> {
  await tx.flush();
  const parts = (await loadParts(tx, [row.id], { onlyActive: false }))(row.id);
  announce(tx, 'catalog.v1', ProductTypeChanged, {
    type,
    key: `product_type:${row.id}`,
    message: {
      productType: productTypeMessage(row),
      assets: parts.assets.map(assetMessage),
      options: parts.options.map(optionMessage),
      variants: parts.variants.map(variantMessage),
      version: row.version,
    },
  });
  return parts;
}
