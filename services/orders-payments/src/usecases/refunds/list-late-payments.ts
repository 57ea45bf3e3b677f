import { type PageRequest, pageOf } from '@estampa/kernel/page';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { type LatePayment, refunds } from '../../db/refund-repository.ts';
import { knownFilter } from '../orders/known-filter.ts';

const RETURN_STATES = ['pending', 'returned', 'requires_payer_action', 'failed'] as const;

export async function listLatePayments(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { state, page }: { state?: string | undefined; page?: PageRequest },
): Promise<{ latePayments: LatePayment[]; total: number }> {
  mustReachAll(caller);
  return refunds.findLatePage(em, knownFilter('state', RETURN_STATES, state), pageOf(page));
}
