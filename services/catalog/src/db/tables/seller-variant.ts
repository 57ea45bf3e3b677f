import {
  boolean,
  integer,
  json,
  key,
  nullable,
  type RowOf,
  text,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { AllowedOptions } from '../../domain/options.ts';

export const sellerVariant = table('seller_product_variant', {
  id: key(uuid),
  sellerProductId: uuid,
  productVariantId: uuid,
  priceCents: integer,
  allowedOptions: json<AllowedOptions>(),
  sku: nullable(text),
  isActive: boolean,
  createdAt: timestamp,
});

export type SellerVariantRow = RowOf<typeof sellerVariant.columns>;
