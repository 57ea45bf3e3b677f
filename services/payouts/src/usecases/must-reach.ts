import { mustReachAll, mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../context.ts';

/** One seller's own, or all sellers', which is for admins. */
export const mustReach = ({ caller }: Pick<Context, 'caller'>, sellerProfileId: string | undefined) =>
  sellerProfileId ? mustBeSeller(caller, sellerProfileId) : mustReachAll(caller);
