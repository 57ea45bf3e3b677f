import { alreadyExists, notFound, wrongState } from '@estampa/kernel/errors';
import { isUuid, newId } from '@estampa/kernel/ids';
import { type AuditChange, auditChanges, recordAudit } from '@estampa/kit/service/audit';
import type { EntityManager } from '@mikro-orm/postgresql';
import { users } from '../../db/user-repository.ts';
import type { UserRow } from '../../db/tables/user.ts';
import { publishUser, type UserEvent } from '../../messages/user.ts';

type NewUser = Pick<UserRow, 'email' | 'name' | 'roles' | 'passwordHash'> &
  Partial<Pick<UserRow, 'status' | 'emailVerifiedAt'>>;

/** Stores a new account, active by default, and publishes it; rejected when the e-mail has one. */
export async function addUser(tx: EntityManager, user: NewUser, type: UserEvent, now: Date): Promise<UserRow> {
  const row = await users.insert(tx, {
    status: 'active',
    emailVerifiedAt: null,
    ...user,
    id: newId(),
    devicesKnownFrom: null,
    documentType: null,
    documentNumber: null,
    whatsapp: null,
    closingSince: null,
    eraseAt: null,
    deletedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  if (!row) throw alreadyExists('This e-mail already has an account');
  const changes = auditChanges<AuditedFields>({}, row, { shown: AUDITED.shown });
  recordAudit(tx, { action: type, subject: subjectOf(row), changes });
  publishUser(tx, type, row);
  return row;
}

/** The account, under the lock that all its changes take; one that its owner deleted stays as it is. */
export async function lockKnownUser(tx: EntityManager, id: string): Promise<UserRow> {
  const user = isUuid(id) ? await users.lock(tx, id) : null;
  if (!user) throw notFound('user', id);
  if (user.closingSince) throw wrongState('This account was deleted by its owner');
  return user;
}

type AuditedFields = Partial<Pick<UserRow, 'status' | 'roles' | 'emailVerifiedAt'>>;

/** What the audit records of an account; of what is secret or personal only that it changed. */
const AUDITED = {
  shown: ['status', 'roles', 'emailVerifiedAt'],
  hidden: ['passwordHash', 'email', 'name', 'documentType', 'documentNumber', 'whatsapp'],
} as const satisfies Record<string, readonly (keyof UserRow)[]>;

const subjectOf = ({ id }: UserRow): string => `user:${id}`;

type Audited = {
  /** Where the audit says it more exactly than the event. */
  action?: string;
  /** What else was changed than the account itself. */
  changes?: readonly AuditChange[];
};

/** Changes a locked account, publishes the change and audits it. */
export function changeUser(
  tx: EntityManager,
  user: UserRow,
  change: Partial<UserRow>,
  type: UserEvent,
  now: Date,
  { action = type, changes: others = [] }: Audited = {},
): void {
  const changes = [...auditChanges(user, change, AUDITED), ...others];
  if (changes.length > 0) recordAudit(tx, { action, subject: subjectOf(user), changes });
  users.save(tx, user, { ...change, version: user.version + 1, updatedAt: now });
  publishUser(tx, type, user);
}
