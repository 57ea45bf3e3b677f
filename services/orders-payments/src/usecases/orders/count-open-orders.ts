import { mustBeService } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { orders } from '../../db/order-repository.ts';

type OfAccount = { userId: string; sellerProfileId?: string | undefined };

/** How many orders block the deletion of an account. */
export function countOpenOrders(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { userId, sellerProfileId }: OfAccount,
): ReturnType<typeof orders.findOpenCounts> {
  mustBeService(caller);
  return orders.findOpenCounts(em, userId, sellerProfileId ?? null);
}
