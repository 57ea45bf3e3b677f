import { alreadyExists, notFound } from '@estampa/kernel/errors';
import { isUuid, newId } from '@estampa/kernel/ids';
import { insertNew } from '@estampa/kit/insert-new';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lockUser } from '../db/find-user.ts';
import { UserRow } from '../db/user.entity.ts';
import { announceUser, type UserEvent } from '../messages/user.ts';

type NewUser = Pick<UserRow, 'email' | 'name' | 'roles' | 'passwordHash'> & Partial<Pick<UserRow, 'status'>>;

/** Stores a new account, active unless it is said otherwise, and tells of it; refused when the e-mail has one. */
export async function addUser(tx: EntityManager, user: NewUser, type: UserEvent, now: Date): Promise<UserRow> {
  const row = await insertNew(tx, UserRow, {
    status: 'active',
    ...user,
    id: newId(),
    documentType: null,
    documentNumber: null,
    whatsapp: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  if (!row) throw alreadyExists('This e-mail already has an account');
  announceUser(tx, type, row);
  return row;
}

/** The account, under the lock that all its changes take. */
export async function holdKnownUser(tx: EntityManager, id: string): Promise<UserRow> {
  const user = isUuid(id) ? await lockUser(tx, id) : null;
  if (!user) throw notFound('user', id);
  return user;
}

/** Changes an account that is locked, and tells of it. */
export function changeUser(
  tx: EntityManager,
  user: UserRow,
  change: Partial<UserRow>,
  type: UserEvent,
  now: Date,
): void {
  tx.assign(user, { ...change, version: user.version + 1, updatedAt: now });
  announceUser(tx, type, user);
}
