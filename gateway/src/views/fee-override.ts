import type { FeeOverride } from '@estampa/contracts/catalog/v1/fee_override';
import { z } from 'zod';
import { basisPointsToPercent, id, iso, isoOrNull, percent, timestamp } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const FeeOverrideJson = z
  .object({
    id,
    sellerProfileId: id.describe('The artist it was agreed with'),
    productTypeId: id.nullable().describe('What it holds for; null: all product types that have none of their own'),
    platformFeePercent: percent.describe('Share of the price that the platform keeps instead of the type’s'),
    startsAt: timestamp.describe('Orders from then on have it'),
    endsAt: timestamp.nullable().describe('Orders from then on have it no more; null: it holds for good'),
    createdAt: timestamp,
  })
  .meta({ id: 'FeeOverride', description: 'A platform fee that was agreed with one artist' });

export const feeOverrideView = (fee: FeeOverride): View<FeeOverride, typeof FeeOverrideJson> => ({
  id: fee.id,
  sellerProfileId: fee.sellerProfileId,
  productTypeId: fee.productTypeId ?? null,
  platformFeePercent: basisPointsToPercent(fee.platformFeeBasisPoints),
  startsAt: iso(fee.startsAt!),
  endsAt: isoOrNull(fee.endsAt),
  createdAt: iso(fee.createdAt!),
});
