import { DomainError } from '@estampa/kernel/errors';
import { someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../context.ts';

/** Whose Pix key a request is about: the caller's own. Not even an admin reaches another seller's. */
export function ownSeller({ caller }: Pick<Context, 'caller'>): { userId: string; sellerProfileId: string } {
  const { userId, sellerProfileId } = someone(caller);
  if (sellerProfileId === null) throw new DomainError('forbidden', 'forbidden', 'You may not do this');
  return { userId, sellerProfileId };
}
