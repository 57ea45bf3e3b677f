import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import type { PayoutWithItems } from '../domain/payout.ts';
import { batchItems } from './batch-items.ts';

type NewPayout = { sellerProfileId: string; payoutItemIds: readonly string[] };

export function createPayout({ caller, now }: Context, input: NewPayout): TransactionBody<PayoutWithItems> {
  const createdBy = mustReachAll(caller).userId;
  const wantedIds = input.payoutItemIds.length > 0 ? [...new Set(input.payoutItemIds)] : null;
  const { sellerProfileId } = input;
  return (tx) => batchItems(tx, { sellerProfileId, wantedIds, createdBy }, now());
}
