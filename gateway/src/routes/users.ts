import type { User } from '@estampa/contracts/identity/v1/identity';
import { z } from 'zod';
import { route } from '../route.ts';
import { id, iso, phone, text, timestamp } from '../schemas.ts';

const DocumentType = z.enum(['cpf', 'cnpj', 'passport']);

const UserJson = z
  .object({
    id,
    email: z.string(),
    name: z.string(),
    status: z.enum(['active', 'inactive', 'suspended']),
    roles: z.array(z.enum(['customer', 'seller', 'admin'])),
    createdAt: timestamp,
    documentType: DocumentType.nullable(),
    documentNumber: z.string().nullable().meta({ description: 'Masked but for the last two characters' }),
    whatsapp: z.string().nullable(),
    sellerProfileId: id.nullable(),
  })
  .meta({ id: 'User' });

const ChangeBody = z.object({
  name: text(1, 150).optional(),
  documentType: DocumentType.nullish().meta({ description: 'Required when documentNumber is sent' }),
  documentNumber: text(1, 40).nullish(),
  whatsapp: phone.nullish(),
});

export const userRoutes = [
  route({
    method: 'get',
    path: '/users/me',
    auth: 'user',
    summary: 'One’s own record',
    answer: UserJson,
    async handle({ caller, clients }) {
      const { user } = await clients.users.getUser({ id: caller.userId });
      return userView(user!);
    },
  }),

  route({
    method: 'patch',
    path: '/users/me',
    auth: 'user',
    summary: 'Change one’s own record',
    body: ChangeBody,
    answer: UserJson,
    async handle({ body, caller, clients, keyed }) {
      const { name, documentType, documentNumber, whatsapp } = body;
      const { user } = await clients.users.updateUser(
        {
          id: caller.userId,
          updateMask: Object.keys(body),
          name,
          documentType: documentType ?? undefined,
          documentNumber: documentNumber ?? undefined,
          whatsapp: whatsapp ?? undefined,
        },
        keyed,
      );
      return userView(user!);
    },
  }),
];

const userView = (user: User): z.input<typeof UserJson> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  status: user.status as z.input<typeof UserJson>['status'],
  roles: user.roles as z.input<typeof UserJson>['roles'],
  createdAt: iso(user.createdAt!),
  documentType: (user.documentType as z.input<typeof DocumentType> | undefined) ?? null,
  documentNumber: user.maskedDocumentNumber ?? null,
  whatsapp: user.whatsapp ?? null,
  sellerProfileId: user.sellerProfileId ?? null,
});
