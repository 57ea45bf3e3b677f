import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeUser } from '@estampa/kit/caller';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { SellerProfileRow } from '../db/seller-profile.entity.ts';
import { UserRow } from '../db/user.entity.ts';

export type UserWithProfile = { user: UserRow; sellerProfileId: string | null };

export async function getUser({ em, caller }: Context, id: string): Promise<UserWithProfile> {
  mustBeUser(caller, id);
  const user = isUuid(id) ? await em.findOne(UserRow, id) : null;
  if (!user) throw notFound('user', id);
  return withProfile(em, user);
}

/** A profile that its owner gave up is not shown on the account. */
export async function withProfile(em: EntityManager, user: UserRow): Promise<UserWithProfile> {
  const profile = await em.findOne(SellerProfileRow, { userId: user.id, active: true });
  return { user, sellerProfileId: profile?.id ?? null };
}
