import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { SellerProfileRow } from './seller-profile.entity.ts';
import { UserRow } from './user.entity.ts';

export type UserWithProfile = { user: UserRow; sellerProfileId: string | null };

export const findUserByEmail = (em: EntityManager, email: string): Promise<UserRow | null> =>
  em.createQueryBuilder(UserRow).where('lower(email) = lower(?)', [email]).getSingleResult();

/** Everything about an account and its sessions changes under this lock. */
export const lockUser = (tx: EntityManager, id: string): Promise<UserRow | null> =>
  tx.findOne(UserRow, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** A profile that its owner gave up is not shown on the account. */
export async function withProfile(em: EntityManager, user: UserRow): Promise<UserWithProfile> {
  const profile = await em.findOne(SellerProfileRow, { userId: user.id, active: true });
  return { user, sellerProfileId: profile?.id ?? null };
}
