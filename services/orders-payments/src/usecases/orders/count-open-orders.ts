import { mustBeService } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { countOpen } from '../../db/open-orders.ts';

type OfAccount = { userId: string; sellerProfileId?: string | undefined };

/** How many orders keep an account from being deleted. */
export function countOpenOrders(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { userId, sellerProfileId }: OfAccount,
): ReturnType<typeof countOpen> {
  mustBeService(caller);
  return countOpen(em, userId, sellerProfileId ?? null);
}
