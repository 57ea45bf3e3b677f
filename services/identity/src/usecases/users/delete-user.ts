import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { emailVerifications } from '../../db/email-verification-repository.ts';
import { passwordResets } from '../../db/password-reset-repository.ts';
import { sessions } from '../../db/session-repository.ts';
import { users } from '../../db/user-repository.ts';
import { admins } from '../../db/admin-repository.ts';
import { sellerProfiles } from '../../db/seller-profile-repository.ts';
import type { UserRow } from '../../db/tables/user.ts';
import { hasSamePassword } from '../../domain/account.ts';
import { accountInUse, LAST_ADMIN, obstaclesIn } from '../../domain/account-deletion.ts';
import { deletionEmail, deletionSubject } from '../../domain/deletion-email.ts';
import { wrongPassword } from '../../domain/rejections.ts';
import { postEmail } from '../emails/post-email.ts';
import { provePassword } from '../sessions/prove-password.ts';
import { suspendStore } from './change-roles.ts';
import { changeUser } from './change-user.ts';
import { findOpenMatters } from './find-open-matters.ts';

type DeleteUser = { id: string; currentPassword: string };

/**
 * Closes the caller’s own account for good: it cannot log in, and its store is hidden. `eraseAccounts` erases it once no request
 * that began before can add anything; what one did add is waited for there. Rejected while something is under way.
 */
export async function deleteUser(
  context: Context,
  { id, currentPassword }: DeleteUser,
): Promise<TransactionBody<void>> {
  mustBeUser(context.caller, id);
  const { userId, sessionId: _ended, ...found } = await provePassword(context, currentPassword);
  const profile = await sellerProfiles.find(context.em, { userId });
  const obstacles = obstaclesIn(await findOpenMatters(context, { id: userId, sellerProfileId: profile?.id ?? null }));
  if (obstacles.length > 0) throw accountInUse(obstacles);

  return async (tx) => {
    await admins.lock(tx);
    const user = await users.lock(tx, userId);
    if (!user || !hasSamePassword(user, found)) throw wrongPassword();
    if (user.closingSince) return;
    if (user.roles.includes('admin') && !(await admins.othersExist(tx, userId))) throw accountInUse([LAST_ADMIN]);
    await close(context, tx, user);
  };
}

async function close({ now, settings }: Context, tx: EntityManager, user: UserRow): Promise<void> {
  const closingSince = now();
  sessions.saveRevoked(tx, user.id, closingSince);
  passwordResets.deleteOfUser(tx, user.id);
  emailVerifications.deleteOfUser(tx, user.id);
  const eraseAt = new Date(closingSince.getTime() + settings.deleteAfterMs);
  const change = { status: 'inactive', closingSince, eraseAt } as const;
  changeUser(tx, user, change, 'user_deletion_requested', closingSince);
  await suspendStore(tx, user.id, { suspended: true }, closingSince);
  const message = {
    ...deletionEmail({ name: user.name, siteUrl: settings.publicWebUrl, deletedAt: closingSince }),
    about: deletionSubject(user.id),
    recipient: user.email,
    giveUpAt: new Date(closingSince.getTime() + NEWS_FOR_MS),
  };
  postEmail(tx, message, closingSince);
}

/** Later it would be no news. */
const NEWS_FOR_MS = 7 * 24 * 60 * 60_000;
