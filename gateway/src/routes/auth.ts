import type { TokenPair } from '@estampa/contracts/identity/v1/auth';
import { z } from 'zod';
import { DEVICE_HEADERS, deviceOf, replyToDevice } from '../access/device.ts';
import { route } from './route.ts';
import { email, isoOrNull, newPassword, secret, text, timestamp } from './schemas.ts';
import { CurrentUserJson, currentUserView } from '../views/user.ts';
import type { View } from '../views/view.ts';
import { withoutNulls } from '../http/without-nulls.ts';

const TokenPairJson = z
  .object({
    accessToken: z
      .string()
      .describe('Sent as `Authorization: Bearer`; a JWT signed with one of the keys of `/.well-known/jwks.json`'),
    refreshToken: z.string().describe('Exchanged once for a new pair before the session ends; keep it secret'),
    tokenType: z.literal('bearer').describe('How the access token is sent'),
    expiresIn: z.int().meta({ description: 'Seconds until the access token expires' }),
  })
  .meta({ id: 'TokenPair' });

const JsonWebKeySetJson = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.string(),
          crv: z.string(),
          x: z.string(),
          y: z.string(),
          kid: z.string().describe('The name that a token’s header gives'),
          alg: z.string(),
          use: z.string().describe('sig: for signatures'),
        }),
      )
      .describe('Those in use; a token names its own by `kid`'),
  })
  .meta({ id: 'JsonWebKeySet' });

export const authRoutes = [
  route({
    name: 'signUp',
    method: 'post',
    path: '/auth/signup',
    auth: 'none',
    summary: 'Open an account as a customer',
    description: 'A link that verifies the address is sent there.',
    body: z.object({
      email: email.describe('Of the new account; no other has it'),
      password: newPassword.describe('Not one of the most common passwords'),
      name: text(1, 150).describe('As the owner is called in e-mails'),
    }),
    status: 201,
    errors: { 409: ['already_exists'] },
    response: TokenPairJson,
    responseHeaders: DEVICE_HEADERS,
    async handle({ body, clients }) {
      const { tokens, device } = await clients.auth.signUp(body);
      return replyToDevice(tokenPairView(tokens!), device);
    },
  }),

  route({
    name: 'signUpSeller',
    method: 'post',
    path: '/auth/signup/seller',
    auth: 'none',
    summary: 'Open an account with a store by an invitation',
    body: z.object({
      token: secret.describe('Of the invitation'),
      password: newPassword.describe('Of the new account'),
    }),
    status: 201,
    errors: { 400: ['invalid_token'], 409: ['already_exists'] },
    response: TokenPairJson,
    responseHeaders: DEVICE_HEADERS,
    settles: ['storefront'],
    async handle({ body, clients }) {
      const { tokens, device } = await clients.auth.signUpSeller(body);
      return replyToDevice(tokenPairView(tokens!), device);
    },
  }),

  route({
    name: 'logIn',
    method: 'post',
    path: '/auth/login',
    auth: 'none',
    summary: 'Log in',
    description:
      'Ten failed attempts a minute from one network are rejected (429) there, and no others; responses become slow for an account that is tried from everywhere.',
    notIdempotent: 'each log-in opens a session of its own',
    body: z.object({ email, password: secret }),
    errors: { 401: ['invalid_credentials', 'account_suspended', 'account_inactive'] },
    response: TokenPairJson,
    responseHeaders: DEVICE_HEADERS,
    knowsDevice: true,
    async handle({ body, clients, request }) {
      const { tokens, device } = await clients.auth.logIn({ ...body, device: deviceOf(request.headers) });
      return replyToDevice(tokenPairView(tokens!), device);
    },
  }),

  route({
    name: 'refreshSession',
    method: 'post',
    path: '/auth/refresh',
    auth: 'none',
    summary: 'Exchange a refresh token for a new pair',
    description:
      'It works once. For 10 seconds, and while the new refresh token is unused, it gives that again, so a lost response can be requested again; later it ends the session. No session outlives 90 days.',
    notIdempotent: 'a refresh token is itself the key',
    body: z.object({ refreshToken: secret.describe('Of the newest pair of the session') }),
    errors: { 401: ['invalid_token', 'account_suspended', 'account_inactive'] },
    response: TokenPairJson,
    async handle({ body, clients }) {
      const { tokens } = await clients.auth.refreshSession(body);
      return tokenPairView(tokens!);
    },
  }),

  route({
    name: 'logOut',
    method: 'post',
    path: '/auth/logout',
    auth: 'user',
    summary: 'End the session of a refresh token, else the current one',
    body: z.object({ refreshToken: secret.nullish().describe('Of the session to end; the current one when left out') }),
    status: 204,
    async handle({ body, clients }) {
      await clients.auth.logOut(withoutNulls(body));
    },
  }),

  route({
    name: 'changePassword',
    method: 'post',
    path: '/auth/change-password',
    auth: 'user',
    summary: 'Choose another password',
    description: 'All other sessions end, and the owner is notified by e-mail.',
    body: z.object({
      currentPassword: secret.describe('Proves that the owner makes the request'),
      newPassword: newPassword.describe('Not one of the most common passwords'),
    }),
    status: 204,
    errors: { 400: ['wrong_password'] },
    async handle({ body, clients }) {
      await clients.auth.changePassword(body);
    },
  }),

  route({
    name: 'requestPasswordReset',
    method: 'post',
    path: '/auth/password/forgot',
    auth: 'none',
    summary: 'Ask for an e-mail that lets choose a new password',
    description: 'The response does not reveal whether the account exists.',
    body: z.object({ email }),
    status: 202,
    response: z.object({ status: z.literal('accepted') }),
    async handle({ body, clients }) {
      await clients.auth.requestPasswordReset(body);
      return { status: 'accepted' as const };
    },
  }),

  route({
    name: 'validatePasswordReset',
    method: 'get',
    path: '/auth/password/reset/validate',
    auth: 'none',
    summary: 'Whether a password can still be chosen by a token',
    query: z.object({ token: secret }),
    response: z.object({
      valid: z.boolean().describe('Whether a password can still be chosen by it'),
      expiresAt: timestamp.nullable().describe('When it ends; null when it is not valid'),
    }),
    async handle({ query, clients }) {
      const { valid, expiresAt } = await clients.auth.validatePasswordReset(query);
      return { valid, expiresAt: isoOrNull(expiresAt) };
    },
  }),

  route({
    name: 'resetPassword',
    method: 'post',
    path: '/auth/password/reset',
    auth: 'none',
    summary: 'Choose a new password by a token, once',
    description: 'All sessions end, and the owner is notified by e-mail.',
    body: z.object({
      token: secret.describe('Of the link in the e-mail'),
      newPassword: newPassword.describe('Not one of the most common passwords'),
    }),
    status: 204,
    errors: { 400: ['invalid_token'] },
    async handle({ body, clients }) {
      await clients.auth.resetPassword(body);
    },
  }),

  route({
    name: 'getCurrentUser',
    method: 'get',
    path: '/auth/me',
    auth: 'user',
    summary: 'Who the caller is',
    response: CurrentUserJson,
    async handle({ caller, currentUserOf }) {
      return currentUserView(await currentUserOf(caller.userId));
    },
  }),

  route({
    name: 'listSigningKeys',
    method: 'get',
    path: '/.well-known/jwks.json',
    auth: 'none',
    summary: 'The public keys that access tokens are signed with',
    response: JsonWebKeySetJson,
    cache: 'public',
    async handle({ clients }) {
      const { keys } = await clients.auth.listSigningKeys({});
      return { keys };
    },
  }),
];

const tokenPairView = (tokens: TokenPair): View<TokenPair, typeof TokenPairJson, 'expiresInSeconds'> => ({
  accessToken: tokens.accessToken,
  refreshToken: tokens.refreshToken,
  tokenType: 'bearer',
  expiresIn: tokens.expiresInSeconds,
});
