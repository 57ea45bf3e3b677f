import { DomainError } from '@estampa/kernel/errors';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../context.ts';
import { payouts } from '../db/payout-repository.ts';
import { PAYOUTS_AT_ONCE_MAX, type PayoutWithItems } from '../domain/payout.ts';
import { withItems } from './with-items.ts';

/** Some batches with their items, in the order of their ids; unknown ids are left out. */
export async function getPayouts({ em, caller }: Context, ids: readonly string[]): Promise<PayoutWithItems[]> {
  if (ids.length > PAYOUTS_AT_ONCE_MAX)
    throw new DomainError('invalid', 'limit_reached', `At most ${PAYOUTS_AT_ONCE_MAX} payouts at once`);
  const rows = await payouts.find(em, ids);
  for (const { sellerProfileId } of rows) mustBeSeller(caller, sellerProfileId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return withItems(
    em,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}
