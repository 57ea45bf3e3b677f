import { UserChanged } from '@estampa/contracts/identity/v1/events';
import { alreadyExists } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { announce } from '@estampa/kit/outbox';
import { type EntityManager, LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { UserRow } from '../db/user.entity.ts';

export type UserEvent = 'user_signed_up' | 'user_created' | 'user_updated' | 'session_revoked';

type NewUser = Pick<UserRow, 'email' | 'name' | 'roles' | 'passwordHash'>;

/** Stores a new active account and tells of it; refused when the e-mail has one. */
export async function createUser(tx: EntityManager, user: NewUser, type: UserEvent, now: Date): Promise<UserRow> {
  const row = tx.create(UserRow, {
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
  announceUser(tx, row, type);
  try {
    await tx.flush();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw alreadyExists('This e-mail already has an account');
  }
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
  announceUser(tx, user, type);
}

/** Everything about an account and its sessions changes under this lock. */
export const lockUser = (tx: EntityManager, id: string): Promise<UserRow | null> =>
  tx.findOne(UserRow, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

export const findUserByEmail = (em: EntityManager, email: string): Promise<UserRow | null> =>
  em.createQueryBuilder(UserRow).where('lower(email) = lower(?)', [email]).getSingleResult();

function announceUser(tx: EntityManager, { id, status, roles, name, version }: UserRow, type: UserEvent): void {
  const message = { userId: id, status, roles, name, version };
  announce(tx, 'identity.v1', UserChanged, { type, key: `user:${id}`, message });
}
