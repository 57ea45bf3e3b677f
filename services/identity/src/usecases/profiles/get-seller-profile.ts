import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeSeller, mustBeUser } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { sellerProfiles } from '../../db/seller-profile-repository.ts';
import type { SellerProfileRow } from '../../db/tables/seller-profile.ts';

export type GetSellerProfile = { id: string } | { userId: string };

/** By its own id also a profile that was given up, for past orders; by its owner only one in use. */
export async function getSellerProfile({ em, caller }: Context, input: GetSellerProfile): Promise<SellerProfileRow> {
  if ('id' in input) mustBeSeller(caller, input.id);
  else mustBeUser(caller, input.userId);

  const id = 'id' in input ? input.id : input.userId;
  const where = 'id' in input ? { id } : { userId: id, active: true };
  const profile = isUuid(id) ? await sellerProfiles.find(em, where) : null;
  if (!profile) throw notFound('id' in input ? 'seller profile' : 'seller profile of user', id);
  return profile;
}
