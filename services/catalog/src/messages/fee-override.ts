import type { FeeOverride } from '@estampa/contracts/catalog/v1/fee_override';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { FeeOverrideRow } from '../db/tables/fee-override.ts';

export const feeOverrideMessage = (row: FeeOverrideRow): AllFields<FeeOverride> => ({
  id: row.id,
  sellerProfileId: row.sellerProfileId,
  productTypeId: row.productTypeId ?? undefined,
  platformFeeBasisPoints: row.platformFeeBasisPoints,
  startsAt: row.startsAt,
  endsAt: row.endsAt ?? undefined,
  createdAt: row.createdAt,
});
