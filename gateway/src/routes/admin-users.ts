import type { CreateUserRequest } from '@estampa/contracts/identity/v1/user';
import type { AllFields } from '@estampa/kernel/all-fields';
import { z } from 'zod';
import { route } from './route.ts';
import { STAFF_SEARCH_MAX_CHARACTERS, email, newPassword, pathId, pathSlug, text } from './schemas.ts';
import { deepListOf, deepPageQuery, pageView } from './deep-lists.ts';
import { UserJson, UserRole, UserStatus, userView } from '../views/user.ts';

const ofUser = z.object({ userId: pathId });
/** Any word, so that an unknown role gets an error of its own. */
const ofRole = z.object({ userId: pathId, role: pathSlug });

const NewUserBody = z.object({
  email,
  name: text(1, 150).describe('As the owner is called in e-mails'),
  password: newPassword.nullish().meta({ description: 'Without one the user is invited by e-mail to choose it' }),
  roles: z.array(UserRole).min(1).max(UserRole.options.length).nullish().meta({ description: '`customer` by default' }),
  status: UserStatus.nullish().meta({ description: '`active` by default' }),
});

export const adminUserRoutes = [
  route({
    name: 'createUser',
    method: 'post',
    path: '/users',
    auth: 'admin',
    summary: 'Create an account for another person',
    body: NewUserBody,
    status: 201,
    errors: { 409: ['already_exists'] },
    response: UserJson,
    async handle({ body, clients }) {
      const { user } = await clients.users.createUser({
        email: body.email,
        name: body.name,
        password: body.password ?? undefined,
        roles: body.roles ?? ['customer'],
        status: body.status ?? 'active',
      } satisfies AllFields<CreateUserRequest>);
      return userView(user!);
    },
  }),

  route({
    name: 'listUsers',
    method: 'get',
    path: '/users',
    auth: 'admin',
    summary: 'All users, newest first',
    query: z.object({
      role: UserRole.optional(),
      status: UserStatus.optional(),
      search: text(0, STAFF_SEARCH_MAX_CHARACTERS)
        .optional()
        .meta({ description: 'Any part of the e-mail or the name' }),
      ...deepPageQuery,
    }),
    response: deepListOf('users', UserJson),
    async handle({ query: { skip, limit, cursor, ...filter }, clients }) {
      const page = { skip, limit, cursor };
      const { users, ...found } = await clients.users.listUsers({ ...filter, page });
      return { users: users.map(userView), ...pageView(found, page) };
    },
  }),

  route({
    name: 'getUser',
    method: 'get',
    path: '/users/{userId}',
    auth: 'admin',
    summary: 'One user',
    params: ofUser,
    response: UserJson,
    async handle({ params: { userId }, clients }) {
      const { user } = await clients.users.getUser({ id: userId });
      return userView(user!);
    },
  }),

  route({
    name: 'suspendUser',
    method: 'post',
    path: '/users/{userId}/suspend',
    auth: 'admin',
    summary: 'Suspend a user',
    description: 'All sessions end, and a store is hidden.',
    params: ofUser,
    errors: { 400: ['own_account', 'wrong_state'] },
    response: UserJson,
    settles: ['storefront'],
    async handle({ params: { userId }, clients }) {
      const { user } = await clients.users.suspendUser({ id: userId });
      return userView(user!);
    },
  }),

  route({
    name: 'activateUser',
    method: 'post',
    path: '/users/{userId}/activate',
    auth: 'admin',
    summary: 'Let a suspended or inactive user log in',
    description: 'An account that its owner deleted stays so.',
    params: ofUser,
    errors: { 400: ['wrong_state'] },
    response: UserJson,
    settles: ['storefront'],
    async handle({ params: { userId }, clients }) {
      const { user } = await clients.users.activateUser({ id: userId });
      return userView(user!);
    },
  }),

  route({
    name: 'addUserRole',
    method: 'post',
    path: '/users/{userId}/roles/{role}',
    auth: 'admin',
    summary: 'Give a role',
    description: 'A seller profile that was given up opens again.',
    params: ofRole,
    errors: { 400: ['wrong_state'] },
    response: UserJson,
    settles: ['storefront'],
    async handle({ params, clients }) {
      const { user } = await clients.users.addRole(params);
      return userView(user!);
    },
  }),

  route({
    name: 'removeUserRole',
    method: 'delete',
    path: '/users/{userId}/roles/{role}',
    auth: 'admin',
    summary: 'Take a role',
    description:
      'Its profile closes, and the last role stays. The store of who was a seller is no longer listed, but stays available at its own address, and what is on sale there can be bought: suspend the account to end that.',
    params: ofRole,
    errors: { 400: ['validation_failed', 'last_role', 'own_account', 'wrong_state'] },
    response: UserJson,
    settles: ['storefront'],
    async handle({ params, clients }) {
      const { user } = await clients.users.removeRole(params);
      return userView(user!);
    },
  }),
];
