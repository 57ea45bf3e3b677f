import type { UpdateUserRequest } from '@estampa/contracts/identity/v1/identity';
import type { Whole } from '@estampa/kernel/whole';
import { maskedUpdate } from '@estampa/kit/update-mask';
import { z } from 'zod';
import { route } from '../route.ts';
import { phone, text } from '../schemas.ts';
import { DocumentType, UserJson, userView } from '../views/user.ts';

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
    async handle({ body, caller, clients }) {
      const { user } = await clients.users.updateUser({
        id: caller.userId,
        ...maskedUpdate(body),
      } satisfies Whole<UpdateUserRequest>);
      return userView(user!);
    },
  }),
];
