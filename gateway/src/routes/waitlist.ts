import type { UpdateWaitlistEntryRequest, WaitlistEntry } from '@estampa/contracts/identity/v1/waitlist';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { deepListOf, deepPageQuery, pageView } from './deep-lists.ts';
import { route } from './route.ts';
import {
  STAFF_SEARCH_MAX_CHARACTERS,
  email,
  id,
  iso,
  isoOrNull,
  pathId,
  paragraphs,
  phone,
  text,
  timestamp,
  webUrl,
  url,
  shownEmail,
} from './schemas.ts';
import type { View } from '../views/view.ts';
import { withoutNulls } from '../http/without-nulls.ts';

const MESSAGE_MAX_CHARACTERS = 2_000;
const NOTES_MAX_CHARACTERS = 2_000;
const TOKEN_MAX_CHARACTERS = 1_000;

const Status = z.enum(['pending', 'invited', 'converted', 'rejected', 'blocked']).meta({
  id: 'WaitlistStatus',
  description:
    'pending: to be decided; invited: may sign up; converted: did; rejected: not now, and can be invited later; blocked: for good',
});

export const WaitlistEntryJson = z
  .object({
    id,
    email: shownEmail,
    name: z.string(),
    whatsapp: z.string().nullable().describe('E.164; null where none was given'),
    portfolioUrl: url.nullable().describe('Where the artist shows work; null where none was given'),
    message: z.string().nullable().describe('What the artist wrote along; null where nothing was'),
    status: Status.describe('Where the request stands'),
    invitedAt: timestamp.nullable().describe('When the latest invitation was sent; null until then'),
    inviteExpiresAt: timestamp.nullable().describe('When the latest invitation ends; null while there is none'),
    convertedAt: timestamp.nullable().describe('When the artist signed up by it; null until then'),
    // In the words of the specification, as here alone.
    user_id: id.nullable().describe('The account that came of it; null until then'),
    notes: z.string().nullable().describe('Of admins, for admins; null where there are none'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'WaitlistEntry' });

const InvitationJson = z
  .object({
    ...WaitlistEntryJson.shape,
    inviteToken: z.string().describe('What the artist signs up with; shown this once'),
    inviteUrl: url.describe('The page to sign up at, with the token; it was sent by e-mail too'),
  })
  .meta({ id: 'WaitlistInvitation' });

export const waitlistRoutes = [
  route({
    name: 'joinWaitlist',
    method: 'post',
    path: '/waitlist',
    auth: 'none',
    summary: 'Join the waitlist of artists',
    body: z.object({
      email,
      name: text(1, 150),
      whatsapp: phone.nullish().describe('E.164'),
      portfolioUrl: webUrl(/^https?$/)
        .nullish()
        .describe('Where work can be seen'),
      message: paragraphs(0, MESSAGE_MAX_CHARACTERS).nullish().describe('For the admins who decide'),
    }),
    status: 201,
    errors: { 409: ['already_exists'] },
    response: z.object({ id, email: shownEmail, name: z.string(), status: Status }),
    async handle({ body, clients }) {
      const { entry } = await clients.waitlist.joinWaitlist(withoutNulls(body));
      const view = waitlistEntryView(entry!);
      return { id: view.id, email: view.email, name: view.name, status: view.status };
    },
  }),

  route({
    name: 'validateInvite',
    method: 'post',
    path: '/waitlist/invite/validate',
    auth: 'none',
    summary: 'Whether an invitation is still open',
    notIdempotent: 'changes nothing',
    body: z.object({ token: z.string().min(1).max(TOKEN_MAX_CHARACTERS).describe('Of the invitation') }),
    response: z.object({
      valid: z.boolean().describe('Whether one can still sign up by it'),
      email: shownEmail.nullable().describe('Of who was invited; null when it is not valid'),
      name: z.string().nullable().describe('Of who was invited; null when it is not valid'),
      expiresAt: timestamp.nullable().describe('When it ends; null when it is not valid'),
    }),
    async handle({ body, clients }) {
      const invite = await clients.waitlist.validateInvite(body);
      return {
        valid: invite.valid,
        email: invite.email ?? null,
        name: invite.name ?? null,
        expiresAt: isoOrNull(invite.expiresAt),
      };
    },
  }),

  route({
    name: 'listWaitlistEntries',
    method: 'get',
    path: '/waitlist',
    auth: 'admin',
    summary: 'The waitlist, newest first',
    query: z.object({
      status: Status.optional(),
      search: text(0, STAFF_SEARCH_MAX_CHARACTERS).optional(),
      ...deepPageQuery,
    }),
    response: deepListOf('waitlistEntries', WaitlistEntryJson),
    async handle({ query: { skip, limit, cursor, ...filter }, clients }) {
      const page = { skip, limit, cursor };
      const { entries, ...found } = await clients.waitlist.listWaitlistEntries({ ...filter, page });
      return { waitlistEntries: entries.map(waitlistEntryView), ...pageView(found, page) };
    },
  }),

  route({
    name: 'getWaitlistEntry',
    method: 'get',
    path: '/waitlist/{id}',
    auth: 'admin',
    summary: 'One waitlist entry',
    params: z.object({ id: pathId }),
    response: WaitlistEntryJson,
    async handle({ params, clients }) {
      const { entry } = await clients.waitlist.getWaitlistEntry(params);
      return waitlistEntryView(entry!);
    },
  }),

  route({
    name: 'inviteWaitlistEntry',
    method: 'post',
    path: '/waitlist/{id}/invite',
    auth: 'admin',
    summary: 'Invite an artist',
    description: 'A new invitation replaces the one before.',
    params: z.object({ id: pathId }),
    errors: { 400: ['wrong_state'] },
    response: InvitationJson,
    async handle({ params, clients }) {
      const { entry, inviteToken, inviteUrl } = await clients.waitlist.inviteWaitlistEntry(params);
      return { ...waitlistEntryView(entry!), inviteToken, inviteUrl };
    },
  }),

  route({
    name: 'updateWaitlistEntry',
    method: 'patch',
    path: '/waitlist/{id}',
    auth: 'admin',
    summary: 'Correct an entry, or note something on it',
    params: z.object({ id: pathId }),
    body: z.object({
      name: text(1, 150).optional(),
      whatsapp: phone.nullish().describe('E.164; null clears it'),
      notes: paragraphs(0, NOTES_MAX_CHARACTERS).nullish().describe('For admins; null clears them'),
    }),
    response: WaitlistEntryJson,
    async handle({ params, body, clients }) {
      const { entry } = await clients.waitlist.updateWaitlistEntry({
        id: params.id,
        ...maskedUpdate(body),
      } satisfies AllFields<UpdateWaitlistEntryRequest>);
      return waitlistEntryView(entry!);
    },
  }),

  route({
    name: 'rejectWaitlistEntry',
    method: 'post',
    path: '/waitlist/{id}/reject',
    auth: 'admin',
    summary: 'Reject an entry',
    description: 'An open invitation ends.',
    params: z.object({ id: pathId }),
    errors: { 400: ['wrong_state'] },
    response: WaitlistEntryJson,
    async handle({ params, clients }) {
      const { entry } = await clients.waitlist.rejectWaitlistEntry(params);
      return waitlistEntryView(entry!);
    },
  }),

  route({
    name: 'blockWaitlistEntry',
    method: 'post',
    path: '/waitlist/{id}/block',
    auth: 'admin',
    summary: 'Block an entry for good',
    description: 'An open invitation ends.',
    params: z.object({ id: pathId }),
    errors: { 400: ['wrong_state'] },
    response: WaitlistEntryJson,
    async handle({ params, clients }) {
      const { entry } = await clients.waitlist.blockWaitlistEntry(params);
      return waitlistEntryView(entry!);
    },
  }),
];

export const waitlistEntryView = (entry: WaitlistEntry): View<WaitlistEntry, typeof WaitlistEntryJson, 'userId'> => ({
  id: entry.id,
  email: entry.email,
  name: entry.name,
  whatsapp: entry.whatsapp ?? null,
  portfolioUrl: entry.portfolioUrl ?? null,
  message: entry.message ?? null,
  status: entry.status as z.input<typeof Status>,
  invitedAt: isoOrNull(entry.invitedAt),
  inviteExpiresAt: isoOrNull(entry.inviteExpiresAt),
  convertedAt: isoOrNull(entry.convertedAt),
  user_id: entry.userId ?? null,
  notes: entry.notes ?? null,
  createdAt: iso(entry.createdAt!),
  updatedAt: iso(entry.updatedAt!),
});
