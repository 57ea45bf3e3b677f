import type { Caller } from '@estampa/kit/rpc/call';
import { mustBeSeller, mustReachAll } from '@estampa/kit/rpc/caller';

/** The seller who bears it, and admins. Without a seller: admins. */
export const mustReachCoupon = (
  caller: Caller | null,
  { sellerProfileId }: { sellerProfileId?: string | null | undefined },
): Caller => (sellerProfileId ? mustBeSeller(caller, sellerProfileId) : mustReachAll(caller));
