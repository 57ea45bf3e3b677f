import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { admins } from '../../db/admin-repository.ts';
import { passwordResets } from '../../db/password-reset-repository.ts';
import { sessions } from '../../db/session-repository.ts';
import { users } from '../../db/user-repository.ts';
import { changeUser, addUser } from './change-user.ts';

const NAME = 'Admin';

/** As configured; without them no admin is made. */
export type FirstAdmin = { IDENTITY_ADMIN_EMAIL?: string | undefined; IDENTITY_ADMIN_PASSWORD?: string | undefined };

/** Makes the configured admin when there is none; of replicas that start at the same time, one does. */
export async function makeFirstAdmin(
  { em, now, passwords }: Pick<Context, 'em' | 'now' | 'passwords'>,
  { IDENTITY_ADMIN_EMAIL: email, IDENTITY_ADMIN_PASSWORD: password }: FirstAdmin,
): Promise<void> {
  if (!email || !password || (await admins.exist(em))) return;
  const passwordHash = await passwords.hash(password, null);
  await em.transactional(async (tx) => {
    await admins.lock(tx);
    if (await admins.exist(tx)) return;
    const found = await users.findByEmail(tx, email);
    if (found) await promote(tx, found.id, passwordHash, now());
    else await addUser(tx, { email, name: NAME, roles: ['admin'], passwordHash }, 'user_created', now());
  });
}

/** Opening an account with the admin's e-mail beforehand gains nothing: password and sessions are replaced, links to choose one void. */
async function promote(tx: EntityManager, userId: string, passwordHash: string, now: Date): Promise<void> {
  const user = await users.lock(tx, userId);
  if (!user) return;
  sessions.saveRevoked(tx, userId, now);
  passwordResets.deleteOfUser(tx, userId);
  changeUser(
    tx,
    user,
    { roles: [...user.roles, 'admin'], status: 'active', closingSince: null, eraseAt: null, passwordHash },
    'user_updated',
    now,
  );
}
