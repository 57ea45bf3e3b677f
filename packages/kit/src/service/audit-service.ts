import { type AuditEntry, AuditServiceService, type ListAuditEntriesRequest } from '@estampa/contracts/common/v1/audit';
import { DomainError } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { LIST_LIMIT_MAX } from '@estampa/kernel/page';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { AuditChange } from './audit.ts';
import { mustReachAll } from '../rpc/caller.ts';
import type { BaseContext } from './context.ts';
import { implement, type Implementation } from '../rpc/server.ts';
import { selected } from '../postgres/rows.ts';
import { json, nullable, type RowOf, text, timestamp } from '../postgres/columns.ts';
import { type Statement, statement } from '../postgres/statement.ts';

/** A page, and one more entry that shows whether there is another page. */
const ENTRIES_MAX = LIST_LIMIT_MAX + 1;

const ENTRY = {
  id: text,
  occurredAt: timestamp,
  actorId: nullable(text),
  actorRole: text,
  action: text,
  subject: text,
  requestId: text,
  changes: json<AuditChange[]>(),
};

/** The filters, by their condition; `?` stands for their values, in their order. */
const CONDITIONS = {
  actorId: 'a.actor_id = ?',
  subject: 'a.subject = ?',
  action: 'a.action = ?',
  from: 'a.occurred_at >= ?',
  before: 'a.occurred_at < ?',
  after: '(a.occurred_at, a.id) < (?, ?)',
} as const;

type Name = keyof typeof CONDITIONS;

/** Lists who did what in this service, whichever it is. */
export const auditService = <C extends BaseContext>(): Implementation<C> =>
  implement(AuditServiceService, {
    async listAuditEntries({ caller, em }: C, request) {
      mustReachAll(caller);
      const { limit } = request;
      if (!(limit >= 1 && limit <= ENTRIES_MAX) || (request.after && !isUuid(request.after.id)))
        throw new DomainError(
          'invalid',
          'validation_failed',
          `A page has 1 to ${ENTRIES_MAX} entries, after one of them`,
        );
      const requested = valuesOf(request);
      const names = (Object.keys(CONDITIONS) as Name[]).filter((name) => requested[name] !== undefined);
      const rows = await statementFor(names).all(em, [...names.flatMap((name) => requested[name]), limit]);
      return { entries: rows.map(entryMessage) };
    },
  });

const valuesOf = ({ actorId, subject, action, from, before, after }: ListAuditEntriesRequest) =>
  ({ actorId, subject, action, from, before, after: after && [after.occurredAt, after.id] }) satisfies {
    [N in Name]: unknown;
  };

const KNOWN = new Map<string, Statement<typeof ENTRY>>();

/** One for each set of conditions, so that each is planned with the index that fits it. */
function statementFor(names: readonly Name[]): Statement<typeof ENTRY> {
  const key = names.join();
  const found = KNOWN.get(key) ?? makeStatement(names);
  KNOWN.set(key, found);
  return found;
}

function makeStatement(names: readonly Name[]): Statement<typeof ENTRY> {
  let place = 0;
  const conditions = names.map((name) => CONDITIONS[name].replaceAll('?', () => `$${(place += 1)}`));
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return statement(
    `select ${selected(ENTRY, 'a')} from audit a ${where} order by a.occurred_at desc, a.id desc limit $${place + 1}`,
    ENTRY,
  );
}

const entryMessage = (row: RowOf<typeof ENTRY>): AllFields<AuditEntry> => ({
  ...row,
  actorId: row.actorId ?? undefined,
  changes: row.changes.map(({ field, before, after }) => ({ field, before: jsonOf(before), after: jsonOf(after) })),
});

const jsonOf = (value: unknown): Buffer | undefined =>
  value === undefined ? undefined : Buffer.from(JSON.stringify(value));
