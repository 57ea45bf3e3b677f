import type { UpdateUserRequest } from '@estampa/contracts/identity/v1/user';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { bareDocument, DOCUMENT_TYPES, isValidDocument } from '@estampa/kernel/document';
import { z } from 'zod';
import { route } from './route.ts';
import { failing, phone, secret, text } from './schemas.ts';
import { DocumentType, UserJson, userView } from '../views/user.ts';

const DOCUMENT_NUMBER_MAX_CHARACTERS = 40;

type SentDocument = { documentType?: unknown; documentNumber?: unknown };

/** Whether letters of a CNPJ are allowed is for the service to say; all other errors are reported at once here. */
const RULES = { acceptsAlphanumericCnpj: true };

const hasType = ({ documentType, documentNumber }: SentDocument): boolean =>
  typeof documentNumber !== 'string' || (documentType !== undefined && documentType !== null);

function fitsType({ documentType, documentNumber }: SentDocument): boolean {
  const type = DOCUMENT_TYPES.find((known) => known === documentType);
  if (type === undefined || typeof documentNumber !== 'string') return true;
  return isValidDocument(type, bareDocument(documentNumber), RULES);
}

/** Also when another field is wrong, so that all are listed at once. */
const when = () => true;

const ChangeBody = z
  .object({
    name: text(1, 150).optional().describe('As the owner is called in e-mails'),
    documentType: DocumentType.nullish().meta({ description: 'Required when documentNumber is sent' }),
    documentNumber: text(1, DOCUMENT_NUMBER_MAX_CHARACTERS)
      .nullish()
      .describe('With or without punctuation; required before the first order; null clears it'),
    whatsapp: phone.nullish().describe('E.164; null clears it'),
  })
  .refine(hasType, {
    path: ['documentType'],
    ...failing('required', 'is required when documentNumber is sent'),
    when,
  })
  .refine(fitsType, {
    path: ['documentNumber'],
    ...failing('invalid_document', 'is not a valid number of its documentType'),
    when,
  });

export const userRoutes = [
  route({
    name: 'getOwnUser',
    method: 'get',
    path: '/users/me',
    auth: 'user',
    summary: 'One’s own record',
    response: UserJson,
    async handle({ caller, clients }) {
      const { user } = await clients.users.getUser({ id: caller.userId });
      return userView(user!);
    },
  }),

  route({
    name: 'updateOwnUser',
    method: 'patch',
    path: '/users/me',
    auth: 'user',
    summary: 'Change one’s own record',
    body: ChangeBody,
    response: UserJson,
    async handle({ body, caller, clients }) {
      const { user } = await clients.users.updateUser({
        id: caller.userId,
        ...maskedUpdate(body),
      } satisfies AllFields<UpdateUserRequest>);
      return userView(user!);
    },
  }),

  route({
    name: 'deleteOwnUser',
    method: 'delete',
    path: '/users/me',
    auth: 'user',
    summary: 'Delete one’s own account for good',
    description:
      'All sessions end, nobody logs in any more, and a store is hidden with its products, before the response goes out. Within minutes personal data is erased, and the e-mail can open another account; what the law wants of orders and payouts stays, without saying whose it was. While money or goods are on their way it is rejected: `errors` names everything that has to end first, by `code`: `orders_unpaid`, `orders_under_way`, `refunds_pending`, `sales_under_way`, `earnings_unpaid`, `payouts_pending`; or `last_admin`, where no other admin is active.',
    body: z.object({ currentPassword: secret.describe('Proves that the owner makes the request') }),
    status: 204,
    errors: { 400: ['wrong_password'], 409: ['account_in_use'] },
    settles: ['storefront'],
    async handle({ body, caller, clients }) {
      await clients.users.deleteUser({ id: caller.userId, ...body });
    },
  }),
];
