import type { User } from '@estampa/contracts/identity/v1/identity';
import { z } from 'zod';
import { id, iso, timestamp } from '../schemas.ts';
import type { View } from './view.ts';

export const DocumentType = z.enum(['cpf', 'cnpj', 'passport']);

const CurrentUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  status: z.enum(['active', 'inactive', 'suspended']),
  roles: z.array(z.enum(['customer', 'seller', 'admin'])),
  createdAt: timestamp,
});

export const CurrentUserJson = CurrentUser.meta({ id: 'CurrentUser' });

export const UserJson = CurrentUser.extend({
  documentType: DocumentType.nullable(),
  documentNumber: z.string().nullable().meta({ description: 'Masked but for the last two characters' }),
  whatsapp: z.string().nullable(),
  sellerProfileId: id.nullable(),
}).meta({ id: 'User' });

/** The six fields that tell who somebody is. */
export const currentUserView = (
  user: User,
): View<User, typeof CurrentUserJson, 'documentType' | 'maskedDocumentNumber' | 'whatsapp' | 'sellerProfileId'> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  status: user.status as z.input<typeof CurrentUserJson>['status'],
  roles: user.roles as z.input<typeof CurrentUserJson>['roles'],
  createdAt: iso(user.createdAt!),
});

/** The whole own record, the document masked. */
export const userView = (user: User): View<User, typeof UserJson, 'maskedDocumentNumber'> => ({
  ...currentUserView(user),
  documentType: (user.documentType as z.input<typeof DocumentType> | undefined) ?? null,
  documentNumber: user.maskedDocumentNumber ?? null,
  whatsapp: user.whatsapp ?? null,
  sellerProfileId: user.sellerProfileId ?? null,
});
