import { UserChanged, UserDeleted } from '@estampa/contracts/identity/v1/events';
import type { CurrentUser } from '@estampa/contracts/identity/v1/auth';
import type { Buyer, User } from '@estampa/contracts/identity/v1/user';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CurrentUserRow, UserRecord, UserWithProfile } from '../db/user-repository.ts';
import type { UserRow } from '../db/tables/user.ts';
import { maskDocument } from '../domain/document.ts';

export const userMessage = ({ user, sellerProfileId }: UserWithProfile): AllFields<User> => ({
  id: user.id,
  email: user.email,
  emailVerifiedAt: user.emailVerifiedAt ?? undefined,
  name: user.name,
  status: user.status,
  roles: user.roles,
  createdAt: user.createdAt,
  documentType: user.documentType ?? undefined,
  maskedDocumentNumber: user.documentNumber ? maskDocument(user.documentNumber) : undefined,
  whatsapp: user.whatsapp ?? undefined,
  sellerProfileId: sellerProfileId ?? undefined,
});

export const currentUserMessage = ({ emailVerifiedAt, ...user }: CurrentUserRow): AllFields<CurrentUser> => ({
  ...user,
  emailVerifiedAt: emailVerifiedAt ?? undefined,
});

/** With the unmasked document number. */
export const buyerMessage = (row: UserRecord): AllFields<Buyer> => ({
  userId: row.id,
  name: row.name,
  email: row.email,
  whatsapp: row.whatsapp ?? undefined,
  documentType: row.documentType ?? undefined,
  documentNumber: row.documentNumber ?? undefined,
});

export type UserEvent =
  | 'user_signed_up'
  | 'user_created'
  | 'user_updated'
  | 'user_suspended'
  | 'user_activated'
  | 'user_roles_changed'
  | 'password_changed'
  | 'email_verified'
  | 'session_revoked'
  | 'user_deletion_requested'
  | 'user_deleted';

/** Nothing personal. */
export const publishUser = (tx: EntityManager, type: UserEvent, row: UserRow): void =>
  appendEvent(tx, 'identity.v1', UserChanged, {
    type,
    key: `user:${row.id}`,
    message: { userId: row.id, status: row.status, roles: row.roles, version: row.version },
  });

/** Twice, with a day in between: what it says stays so. */
export const publishDeletion = (tx: EntityManager, row: UserRow, deletedAt: Date, sellerProfileId?: string): void =>
  appendEvent(tx, 'identity.v1', UserDeleted, {
    type: 'user_deleted',
    key: `deleted_user:${row.id}`,
    message: { userId: row.id, sellerProfileId, deletedAt, version: row.version },
  });
