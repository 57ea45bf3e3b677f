import type { AuditEntry, AuditPlace, ListAuditEntriesRequest } from '@estampa/contracts/common/v1/audit';
import { isUuid } from '@estampa/kernel/ids';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import type { AllFields } from '@estampa/kernel/all-fields';
import { z } from 'zod';
import { dayOrInstant, orderPeriod } from './order-period.ts';
import { route } from './route.ts';
import { failing, pageQuery, text } from './schemas.ts';
import { AuditEntryJson, auditEntryView, ServiceNameJson } from '../views/audit-entry.ts';

const WORD_MAX_CHARACTERS = 100;
const CURSOR_MAX_CHARACTERS = 200;

const word = text(1, WORD_MAX_CHARACTERS);

const cursor = z
  .string()
  .max(CURSOR_MAX_CHARACTERS)
  .transform(placeOf)
  .refine((place) => place !== null, failing('invalid_cursor', 'must be a nextCursor of this list'))
  .transform((place) => place)
  .meta({ type: 'string', maxLength: CURSOR_MAX_CHARACTERS, description: '`nextCursor` of the page before' });

export const auditRoutes = [
  route({
    name: 'listAuditEntries',
    method: 'get',
    path: '/audit',
    auth: 'admin',
    summary: 'Who did what, newest first',
    description:
      'What admins did, and what people did to accounts and money, of all services. Entries are never changed. ' +
      'Send `nextCursor` as `cursor` with the same filters for the next page.',
    query: z.object({
      actor: word.optional().describe('The id of who did it'),
      subject: word.optional().describe('Kind and id of what was acted on, such as `user:<id>`'),
      action: word.optional().describe('Such as `user_suspended`'),
      service: ServiceNameJson.optional().describe('Where it was done; everywhere when left out'),
      from: dayOrInstant.optional().describe('From this day in São Paulo or instant on'),
      to: dayOrInstant.optional().describe('Up to this day in São Paulo or instant, inclusive'),
      cursor: cursor.optional(),
      limit: pageQuery.limit,
    }),
    response: z.object({
      entries: z.array(AuditEntryJson).describe('Newest first'),
      nextCursor: z.string().nullable().describe('Null when there is no more'),
    }),
    async handle({ query, clients }) {
      const { createdFrom: from, createdBefore: before } = orderPeriod({
        created_from: query.from,
        created_to: query.to,
      });
      const requested = {
        actorId: query.actor,
        subject: query.subject,
        action: query.action,
        from,
        before,
        after: query.cursor,
        limit: query.limit + 1,
      } satisfies AllFields<ListAuditEntriesRequest>;
      const services = query.service ? [query.service] : SERVICE_NAMES;
      const lists = await Promise.all(
        services.map(async (service) => {
          const { entries } = await clients.audits[service].listAuditEntries(requested);
          return entries.map((entry) => ({ service, entry }));
        }),
      );
      const found = lists.flat().toSorted(newestFirst);
      const page = found.slice(0, query.limit);
      const last = found.length > page.length ? page.at(-1) : undefined;
      return {
        entries: page.map(({ service, entry }) => auditEntryView(service, entry)),
        nextCursor: last ? cursorOf(last.entry) : null,
      };
    },
  }),
];

type Found = { service: ServiceName; entry: AuditEntry };

/** As each service orders its own. */
const newestFirst = ({ entry: one }: Found, { entry: other }: Found): number =>
  other.occurredAt!.getTime() - one.occurredAt!.getTime() || (one.id < other.id ? 1 : -1);

const cursorOf = ({ occurredAt, id }: AuditEntry): string =>
  Buffer.from(`${occurredAt!.toISOString()} ${id}`).toString('base64url');

const TIMESTAMP = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function placeOf(sent: string): AuditPlace | null {
  const [timestamp = '', id = ''] = Buffer.from(sent, 'base64url').toString().split(' ');
  const occurredAt = new Date(timestamp);
  // Years that JavaScript knows and PostgreSQL does not are written longer.
  return isUuid(id) && TIMESTAMP.test(timestamp) && !Number.isNaN(occurredAt.getTime()) ? { occurredAt, id } : null;
}
