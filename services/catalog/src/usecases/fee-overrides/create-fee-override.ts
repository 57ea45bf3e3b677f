import { unknownReference } from '@estampa/kernel/errors';
import { isUuid, newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { feeOverrides } from '../../db/fee-override-repository.ts';
import type { FeeOverrideRow } from '../../db/tables/fee-override.ts';
import { periodOf } from '../../domain/fee-override.ts';
import { mustBeKnownSeller } from '../seller-products/owned-artworks.ts';
import { auditFeeOverride, overlapping } from './audit-fee-override.ts';

export type NewFeeOverride = Pick<FeeOverrideRow, 'sellerProfileId' | 'productTypeId' | 'platformFeeBasisPoints'> & {
  /** Null: at once. */
  startsAt: Date | null;
  endsAt: Date | null;
};

/** Nothing that was sold before changes, and no price: those that no longer cover their cost are shown to the seller. */
export async function createFeeOverride(
  context: Context,
  input: NewFeeOverride,
): Promise<TransactionBody<FeeOverrideRow>> {
  mustReachAll(context.caller);
  const { sellerProfileId, productTypeId, platformFeeBasisPoints } = input;
  await mustBeKnownSeller(context, sellerProfileId);
  return async (tx) => {
    const isType = productTypeId === null || isUuid(productTypeId);
    const { now, isTypeKnown } = await feeOverrides.begin(tx, isType ? productTypeId : null);
    if (!isType || !isTypeKnown) throw unknownReference('productTypeId', 'product type');
    const ofSeller = { sellerProfileId, productTypeId, platformFeeBasisPoints };
    const row = { id: newId(), ...ofSeller, ...periodOf(input, now), createdAt: now };
    if (!(await feeOverrides.insert(tx, row))) throw overlapping();
    auditFeeOverride(tx, 'fee_override_created', row);
    return row;
  };
}
