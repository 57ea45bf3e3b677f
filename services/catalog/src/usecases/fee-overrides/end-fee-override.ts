import type { EndFeeOverrideRequest } from '@estampa/contracts/catalog/v1/fee_override';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { feeOverrides } from '../../db/fee-override-repository.ts';
import { phaseOf } from '../../domain/fee-override.ts';
import { auditFeeOverride } from './audit-fee-override.ts';

/** What has not begun leaves nothing behind; what was in force stays, as orders name it. */
export function endFeeOverride({ caller }: Context, { id }: EndFeeOverrideRequest): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const { override: before, now } = await feeOverrides.lock(tx, id);
    const phase = phaseOf(before, now);
    if (phase === 'ended') return;
    if (phase === 'upcoming') feeOverrides.delete(tx, id);
    else await feeOverrides.save(tx, { ...before, endsAt: now });
    auditFeeOverride(tx, 'fee_override_ended', { ...before, endsAt: now }, before);
  };
}
