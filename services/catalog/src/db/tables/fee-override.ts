import { integer, key, nullable, type RowOf, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { FeeOverride } from '../../domain/fee-override.ts';

export const feeOverride = table('fee_override', {
  id: key(uuid),
  sellerProfileId: uuid,
  productTypeId: nullable(uuid),
  platformFeeBasisPoints: integer,
  startsAt: timestamp,
  endsAt: nullable(timestamp),
  createdAt: timestamp,
});

export type FeeOverrideRow = RowOf<typeof feeOverride.columns>;

null as unknown as FeeOverrideRow satisfies FeeOverride;
