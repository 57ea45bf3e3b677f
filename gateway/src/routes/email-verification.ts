import { z } from 'zod';
import { route } from './route.ts';
import { secret } from './schemas.ts';

export const emailVerificationRoutes = [
  route({
    name: 'requestEmailVerification',
    method: 'post',
    path: '/auth/email/verification',
    auth: 'user',
    summary: 'Request another e-mail with a link that verifies the caller’s address',
    description:
      'One is sent at sign-up. Five may be requested in an hour and twenty in a day; nothing is sent when the address is verified already. An invitation that was taken up and a password that was reset verify the address too. Until then `emailVerifiedAt` is null, and nothing else is refused.',
    status: 202,
    response: z.object({ status: z.literal('accepted') }),
    async handle({ clients }) {
      await clients.auth.requestEmailVerification({});
      return { status: 'accepted' as const };
    },
  }),

  route({
    name: 'verifyEmail',
    method: 'post',
    path: '/auth/email/verify',
    auth: 'none',
    summary: 'Verify the address of an account by the token of the link that was sent there',
    description: 'A token is good for 24 hours; used again meanwhile, it changes nothing.',
    body: z.object({ token: secret.describe('Of the link in the e-mail') }),
    status: 204,
    errors: { 400: ['invalid_token'] },
    async handle({ body, clients }) {
      await clients.auth.verifyEmail(body);
    },
  }),
];
