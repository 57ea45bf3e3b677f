import { z } from 'zod';
import { DisputeJson, disputeView } from '../views/dispute.ts';
import { route } from './route.ts';
import { listOf, pageQuery, paragraphs, pathId } from './schemas.ts';

const ById = z.object({ id: pathId });
const NOTE_MAX_CHARACTERS = 2_000;

export const disputeRoutes = [
  route({
    name: 'listDisputes',
    method: 'get',
    path: '/finance/disputes',
    auth: 'admin',
    summary: 'Payments that their payers contest',
    description:
      'Those to be responded to are first, by the day until which they can be. Those that were responded to follow, and those that have ended, the last one first. A payment that was undone at the provider is among them.',
    query: z.object(pageQuery),
    response: listOf('disputes', DisputeJson),
    async handle({ query: page, clients }) {
      const { disputes, total } = await clients.disputes.listDisputes({ page });
      return { disputes: disputes.map(disputeView), total, ...page };
    },
  }),

  route({
    name: 'getDispute',
    method: 'get',
    path: '/finance/disputes/{id}',
    auth: 'admin',
    summary: 'A dispute, with what there is to send',
    params: ById,
    response: DisputeJson,
    async handle({ params, clients }) {
      return disputeView((await clients.disputes.getDispute(params)).dispute!);
    },
  }),

  route({
    name: 'updateDispute',
    method: 'patch',
    path: '/finance/disputes/{id}',
    auth: 'admin',
    summary: 'Note what was done about a dispute, and that it was responded to',
    description:
      'Documents are sent at the provider, by a person; here it is written down who says so, and when. One that has ended takes notes alone.',
    params: ById,
    body: z.object({
      isResponded: z.boolean().optional().describe('Whether it was responded to at the provider'),
      note: paragraphs(1, NOTE_MAX_CHARACTERS).nullable().optional().describe('Null removes it'),
    }),
    errors: { 400: ['wrong_state'] },
    response: DisputeJson,
    async handle({ params, body: { isResponded, note }, clients }) {
      const { dispute } = await clients.disputes.updateDispute({
        ...params,
        isResponded,
        note: note === null ? '' : note,
      });
      return disputeView(dispute!);
    },
  }),
];
