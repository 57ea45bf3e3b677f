import type { CurrentUser as CurrentUserMessage } from '@estampa/contracts/identity/v1/auth';
import type { User } from '@estampa/contracts/identity/v1/user';
import { DOCUMENT_TYPES } from '@estampa/kernel/document';
import { z } from 'zod';
import { id, iso, isoOrNull, timestamp, shownEmail } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const DocumentType = z.enum(DOCUMENT_TYPES).meta({
  id: 'DocumentType',
  description: 'cpf: a person in Brazil; cnpj: a company in Brazil; passport: anybody else',
});

export const UserStatus = z.enum(['active', 'inactive', 'suspended']).meta({
  id: 'UserStatus',
  description:
    'inactive: cannot log in; suspended: cannot log in, and a store is hidden. Admins make either active again',
});
export const UserRole = z.enum(['customer', 'seller', 'admin']).meta({
  id: 'UserRole',
  description: 'customer: buys; seller: has a store; admin: reaches everything. All who are logged in may buy',
});

const CurrentUser = z.object({
  id,
  email: shownEmail,
  name: z.string().describe('As the owner wrote it'),
  status: UserStatus.describe('Whether the account can be used'),
  roles: z.array(UserRole).describe('What the account may do; at least one'),
  createdAt: timestamp.describe('When the account was opened'),
  emailVerifiedAt: timestamp.nullable().meta({ description: 'When its owner showed that the address is theirs' }),
});

export const CurrentUserJson = CurrentUser.meta({ id: 'CurrentUser' });

export const UserJson = CurrentUser.extend({
  documentType: DocumentType.nullable().describe('What the document is; null while none is known'),
  documentNumber: z.string().nullable().meta({ description: 'Masked but for the last two characters' }),
  whatsapp: z.string().nullable().describe('E.164; null where none was given'),
  sellerProfileId: id.nullable().describe('The store of the account; null without one'),
}).meta({ id: 'User' });

/** What identifies a person. */
export const currentUserView = (user: CurrentUserMessage): View<CurrentUserMessage, typeof CurrentUserJson> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  status: user.status as z.input<typeof CurrentUserJson>['status'],
  roles: user.roles as z.input<typeof CurrentUserJson>['roles'],
  createdAt: iso(user.createdAt!),
  emailVerifiedAt: isoOrNull(user.emailVerifiedAt),
});

/** The complete record, the document masked. */
export const userView = (user: User): View<User, typeof UserJson, 'maskedDocumentNumber'> => ({
  ...currentUserView(user),
  documentType: (user.documentType as z.input<typeof DocumentType> | undefined) ?? null,
  documentNumber: user.maskedDocumentNumber ?? null,
  whatsapp: user.whatsapp ?? null,
  sellerProfileId: user.sellerProfileId ?? null,
});
