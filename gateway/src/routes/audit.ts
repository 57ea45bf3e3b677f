import type { AuditEntry, AuditPlace, ListAuditEntriesRequest } from '@estampa/contracts/common/v1/audit';
import { dateOf, fromCursor, markOf, positionAt, toCursor } from '@estampa/kernel/cursor';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import type { AllFields } from '@estampa/kernel/all-fields';
import { z } from 'zod';
import { deepPageQuery } from './deep-lists.ts';
import { dayOrInstant, orderPeriod } from './order-period.ts';
import { route } from './route.ts';
import { pageQuery, text } from './schemas.ts';
import { AuditEntryJson, auditEntryView, ServiceNameJson } from '../views/audit-entry.ts';

const WORD_MAX_CHARACTERS = 100;
const word = text(1, WORD_MAX_CHARACTERS);

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
      cursor: deepPageQuery.cursor.describe('`nextCursor` of the page before'),
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
      const { cursor: _cursor, limit: _limit, ...filter } = query;
      const mark = markOf('audit', filter);
      const requested = {
        actorId: query.actor,
        subject: query.subject,
        action: query.action,
        from,
        before,
        after: query.cursor ? placeOf(query.cursor, mark) : undefined,
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
        nextCursor: last ? cursorOf(last.entry, mark) : null,
      };
    },
  }),
];

type Found = { service: ServiceName; entry: AuditEntry };

/** As each service orders its own. */
const newestFirst = ({ entry: one }: Found, { entry: other }: Found): number =>
  other.occurredAt!.getTime() - one.occurredAt!.getTime() || (one.id < other.id ? 1 : -1);

const cursorOf = ({ occurredAt, id }: AuditEntry, mark: string): string => toCursor(positionAt(occurredAt!, id), mark);

function placeOf(cursor: string, mark: string): AuditPlace {
  const position = fromCursor(cursor, mark);
  return { occurredAt: dateOf(position), id: position.id };
}
