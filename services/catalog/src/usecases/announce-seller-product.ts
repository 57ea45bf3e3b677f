import { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sellerProductMessage, type SellerProductParts } from '../messages/seller-product.ts';

/** Tells the whole product with its variants. The version grows by the caller. */
export const announceSellerProduct = (tx: EntityManager, type: string, parts: SellerProductParts): void =>
  announce(tx, 'catalog.v1', SellerProductChanged, {
    type,
    key: `seller_product:${parts.product.id}`,
    message: { sellerProduct: sellerProductMessage(parts), version: parts.product.version },
  });
