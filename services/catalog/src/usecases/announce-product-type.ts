import { ProductTypeChanged } from '@estampa/contracts/catalog/v1/events';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import { loadParts } from '../db/product-type-parts.ts';
import type { ProductTypeRow } from '../db/product-type.entity.ts';
import { assetMessage, optionMessage, productTypeMessage, variantMessage } from '../messages/product-type.ts';

/** Tells the whole type with all its parts. The version grows by the caller. */
export async function announceProductType(tx: EntityManager, type: string, row: ProductTypeRow): Promise<void> {
  await tx.flush();
  const { assets, options, variants } = (await loadParts(tx, [row.id], { onlyActive: false }))(row.id);
  announce(tx, 'catalog.v1', ProductTypeChanged, {
    type,
    key: `product_type:${row.id}`,
    message: {
      productType: productTypeMessage(row),
      assets: assets.map(assetMessage),
      options: options.map(optionMessage),
      variants: variants.map(variantMessage),
      version: row.version,
    },
  });
}
