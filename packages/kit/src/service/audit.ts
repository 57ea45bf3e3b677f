import { newId } from '@estampa/kernel/ids';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Caller, currentCall, type Role } from '../rpc/call.ts';
import { statement } from '../postgres/statement.ts';

/** One field that was changed; without values where they are secret or personal. */
export type AuditChange = { field: string; before?: unknown; after?: unknown };

export type NewAuditEntry = {
  /** Past tense, as events are called: `user_suspended`. */
  action: string;
  /** `<kind>:<id>` of what was acted on. */
  subject: string;
  changes?: readonly AuditChange[];
};

const INSERT = statement(
  `insert into audit (id, occurred_at, actor_id, actor_role, action, subject, request_id, changes)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  {},
);

/** What no request began. */
const BY_ITSELF = 'none';

/**
 * Writes down who did what, in the transaction of the change: it goes out with the commit. The actor and the request are those
 * of the present call.
 */
export function recordAudit(tx: EntityManager, { action, subject, changes = [] }: NewAuditEntry): void {
  const call = currentCall();
  const role = call ? roleOf(call.caller) : 'service';
  const values = [newId(), new Date(), call?.caller?.userId ?? null, role, action, subject];
  INSERT.onCommit(tx, [...values, call?.requestId ?? BY_ITSELF, JSON.stringify(changes)]);
}

export const AUDIT_ROLES = ['admin', 'service', 'seller', 'customer'] as const satisfies readonly Role[];

/** Of several roles the one that reaches most. */
const roleOf = (caller: Caller | null): Role | 'anonymous' =>
  AUDIT_ROLES.find((role) => caller?.roles.includes(role)) ?? (caller ? 'customer' : 'anonymous');

type Action<T> = {
  /** Fields whose values may be read by every admin for good. */
  shown?: readonly (keyof T & string)[];
  /** Fields whose values are secret or personal: only that they changed is written down. */
  hidden?: readonly (keyof T & string)[];
};

/** The named fields that a change changes; fields that are not named stay out of the audit. */
export function auditChanges<T extends object>(
  before: T,
  change: Partial<T>,
  { shown = [], hidden = [] }: Action<T>,
): AuditChange[] {
  const isChanged = (field: keyof T): boolean => field in change && !isSame(before[field], change[field]);
  return [
    ...shown.filter(isChanged).map((field) => ({ field, before: before[field] ?? null, after: change[field] ?? null })),
    ...hidden.filter(isChanged).map((field) => ({ field })),
  ];
}

/** As both would be written down. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

type Filters = Readonly<Record<string, unknown>>;

/** What was exported: all of a kind, by filters, of which the hidden ones are personal. */
export const exportAudit = (action: string, kind: string, { shown, hidden }: Record<'shown' | 'hidden', Filters>) => {
  const isGiven = (value: unknown) => value !== undefined;
  const changes = [
    ...Object.entries(shown).flatMap(([field, after]) => (isGiven(after) ? [{ field, after }] : [])),
    ...Object.entries(hidden).flatMap(([field, after]) => (isGiven(after) ? [{ field }] : [])),
  ];
  return { action, subject: `${kind}:all`, changes } satisfies NewAuditEntry;
};
