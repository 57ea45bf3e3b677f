import type { Session } from '@estampa/contracts/identity/v1/auth';
import { z } from 'zod';
import { route } from './route.ts';
import { id, iso, listOf, pageQuery, pathId, timestamp } from './schemas.ts';
import type { View } from '../views/view.ts';

const SessionJson = z
  .object({
    id,
    createdAt: timestamp.describe('When it began by logging in or signing up'),
    lastUsedAt: timestamp.meta({ description: 'When its newest pair of tokens was given' }),
    expiresAt: timestamp.describe('When it ends unless it is used; each use puts that off'),
    current: z.boolean().meta({ description: 'Whether this request was made in it' }),
  })
  .meta({ id: 'Session' });

export const sessionRoutes = [
  route({
    name: 'listSessions',
    method: 'get',
    path: '/auth/sessions',
    auth: 'user',
    summary: 'Where the caller is logged in, newest first',
    query: z.object(pageQuery),
    response: listOf('sessions', SessionJson),
    async handle({ query, caller, clients }) {
      const { sessions, total } = await clients.auth.listSessions({ page: query });
      return { sessions: sessions.map((session) => sessionView(session, caller.sessionId)), total, ...query };
    },
  }),

  route({
    name: 'endSession',
    method: 'delete',
    path: '/auth/sessions/{sessionId}',
    auth: 'user',
    owner: 'nobody',
    summary: 'End one of the caller’s sessions',
    description: 'One that has ended stays so.',
    params: z.object({ sessionId: pathId }),
    status: 204,
    async handle({ params, clients }) {
      await clients.auth.endSession({ id: params.sessionId });
    },
  }),
];

const sessionView = (session: Session, currentId: string | null): View<Session, typeof SessionJson> => ({
  id: session.id,
  createdAt: iso(session.createdAt!),
  lastUsedAt: iso(session.lastUsedAt!),
  expiresAt: iso(session.expiresAt!),
  current: session.id === currentId,
});
