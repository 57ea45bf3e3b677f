import { boolean, integer, json, key, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { AssetDictionary } from '../../domain/combinations.ts';

export const variant = table('product_variant', {
  id: key(uuid),
  productTypeId: uuid,
  assets: json<AssetDictionary>(),
  baseCostCents: integer,
  sku: text,
  productionDays: integer,
  packagingDays: integer,
  isActive: boolean,
  /** Which of its type's events it stands in. */
  part: integer,
  createdAt: timestamp,
});

export type VariantRow = RowOf<typeof variant.columns>;
