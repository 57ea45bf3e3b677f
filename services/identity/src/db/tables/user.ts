import {
  hidden,
  integer,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  textArray,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { DOCUMENT_TYPES } from '@estampa/kernel/document';
import { USER_ROLES, USER_STATUSES } from '../../domain/account.ts';
import type { Document } from '../../domain/document.ts';

export const userAccount = table('user_account', {
  id: key(uuid),
  email: text,
  /** When its owner showed that they read what is sent there; whatever changes the address clears it. */
  emailVerifiedAt: nullable(timestamp),
  name: text,
  status: oneOf(USER_STATUSES),
  roles: textArray(oneOf(USER_ROLES)),
  /** Null until the person chooses a password. */
  passwordHash: hidden(nullable(text)),
  /** Devices that were introduced before are not known any more; null: all are. */
  devicesKnownFrom: hidden(nullable(timestamp)),
  documentType: nullable(oneOf(DOCUMENT_TYPES)),
  documentNumber: nullable(text),
  whatsapp: nullable(text),
  /** Since its owner deleted it: it cannot log in, and nothing about it changes but that it is erased. */
  closingSince: hidden(nullable(timestamp)),
  /** When it is next tried to erase it; null once that is done. */
  eraseAt: hidden(nullable(timestamp)),
  /** Nothing of what is left identifies its owner. */
  deletedAt: hidden(nullable(timestamp)),
  version: integer,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type UserRow = RowOf<typeof userAccount.columns>;

null as unknown as UserRow satisfies Document;
