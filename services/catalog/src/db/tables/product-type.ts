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
import type { PressProfile } from '../../domain/press-profile.ts';
import type { PrintRules } from '../../domain/print-rules.ts';
import type { ProductSurface } from '../../domain/product-surfaces.ts';

export const productType = table('product_type', {
  id: key(uuid),
  slug: text,
  name: text,
  description: nullable(text),
  platformFeeBasisPoints: integer,
  artistRoyaltyBasisPoints: integer,
  surfaces: json<readonly ProductSurface[]>(),
  printRules: nullable(json<PrintRules>()),
  pressProfile: nullable(json<PressProfile>()),
  isActive: boolean,
  version: integer,
  /** Of all that it ever had. */
  variantCount: integer,
  createdAt: timestamp,
});

export type ProductTypeRow = RowOf<typeof productType.columns>;
