import type { EntityManager } from '@mikro-orm/postgresql';
import { customerProfiles } from '../../db/customer-profile-repository.ts';
import { sellerProfiles } from '../../db/seller-profile-repository.ts';
import type { UserRow } from '../../db/tables/user.ts';
import { type UserRole, withoutRole, withRole } from '../../domain/account.ts';
import { changeSellerProfile } from '../profiles/change-seller-profile.ts';
import { changeUser } from './change-user.ts';

/** Gives a locked account a role; false when it has it already. */
export function giveRole(tx: EntityManager, user: UserRow, role: UserRole, now: Date): boolean {
  if (user.roles.includes(role)) return false;
  changeUser(tx, user, { roles: withRole(user.roles, role) }, 'user_roles_changed', now);
  return true;
}

/** Takes a role from a locked account, and closes its profile; the last role stays. */
export async function takeRole(tx: EntityManager, user: UserRow, role: UserRole, now: Date): Promise<void> {
  if (!user.roles.includes(role)) return;
  changeUser(tx, user, { roles: withoutRole(user.roles, role) }, 'user_roles_changed', now);
  await setProfileActive(tx, user.id, role, { active: false }, now);
}

/** Hides the store of an account, or shows it again. */
export async function suspendStore(
  tx: EntityManager,
  userId: string,
  { suspended }: { suspended: boolean },
  now: Date,
): Promise<void> {
  const profile = await sellerProfiles.lock(tx, { userId, suspended: !suspended });
  if (!profile) return;
  const event = suspended ? 'seller_profile_suspended' : 'seller_profile_resumed';
  changeSellerProfile(tx, profile, { suspended }, event, now);
}

/** Opens or closes the profile that belongs to a role, where there is one. */
export async function setProfileActive(
  tx: EntityManager,
  userId: string,
  role: UserRole,
  { active }: { active: boolean },
  now: Date,
): Promise<void> {
  if (role === 'customer') customerProfiles.saveActive(tx, userId, active);
  if (role !== 'seller') return;
  const profile = await sellerProfiles.lock(tx, { userId, active: !active });
  if (!profile) return;
  changeSellerProfile(tx, profile, { active }, active ? 'seller_profile_reopened' : 'seller_profile_closed', now);
}
