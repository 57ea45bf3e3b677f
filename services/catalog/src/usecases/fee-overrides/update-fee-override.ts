import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { feeOverrides } from '../../db/fee-override-repository.ts';
import type { FeeOverrideRow } from '../../db/tables/fee-override.ts';
import { changeOverride, type FeeOverrideChange } from '../../domain/fee-override.ts';
import { auditFeeOverride, overlapping } from './audit-fee-override.ts';

type Input = { id: string; wanted: FeeOverrideChange };

export function updateFeeOverride({ caller }: Context, { id, wanted }: Input): TransactionBody<FeeOverrideRow> {
  mustReachAll(caller);
  return async (tx) => {
    const { override: before, now } = await feeOverrides.lock(tx, id);
    const after = changeOverride(before, wanted, now);
    if (!(await feeOverrides.save(tx, after))) throw overlapping();
    auditFeeOverride(tx, 'fee_override_updated', after, before);
    return after;
  };
}
