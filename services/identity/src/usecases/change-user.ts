import { alreadyExists } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { insertNew } from '@estampa/kit/insert-new';
import type { EntityManager } from '@mikro-orm/postgresql';
import { UserRow } from '../db/user.entity.ts';
import { announceUser, type UserEvent } from '../messages/user.ts';

type NewUser = Pick<UserRow, 'email' | 'name' | 'roles' | 'passwordHash'>;

/** Stores a new active account and tells of it; refused when the e-mail has one. */
export async function createUser(tx: EntityManager, user: NewUser, type: UserEvent, now: Date): Promise<UserRow> {
  const row = await insertNew(tx, UserRow, {
    ...user,
    id: newId(),
    status: 'active',
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
