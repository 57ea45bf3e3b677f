import { DomainError } from '@estampa/kernel/errors';
import type { Caller } from '@estampa/kit/rpc/call';

/** The seller profile that a seller's own routes are about. A role without a profile is not enough. */
export function sellerProfileOf({ sellerProfileId }: Caller): string {
  if (sellerProfileId !== null) return sellerProfileId;
  throw new DomainError('invalid', 'seller_profile_required', 'Make a seller profile first: POST /profiles/seller/me');
}
