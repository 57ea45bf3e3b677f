import type { EntityManager } from '@mikro-orm/postgresql';
import { statement, text } from './statement.ts';

/**
 * What has become of an event here. `unfinished`: its first step is done, the rest follows elsewhere, in steps. `parked`: it
 * could not be applied and waits in `dead_letter`. Only what is `applied` shows in the views.
 */
export type InboxState = 'applied' | 'unfinished' | 'parked';

/** Whoever waits for a lock gives its connection back and tries again, instead of holding both. */
const LOCK_TIMEOUT = '2s';
const STATEMENT_TIMEOUT = '5s';

/** Marks events as applied in the transaction of their effects; gives those that were never marked before. */
export const markApplied = (tx: EntityManager, eventIds: readonly string[]): Promise<Set<string>> =>
  mark(MARK, tx, eventIds);

/** The same in a transaction whose commit need not reach the disk: what PostgreSQL loses in a crash is told again. */
export const markRetold = (tx: EntityManager, eventIds: readonly string[]): Promise<Set<string>> =>
  mark(MARK_RETOLD, tx, eventIds);

async function mark(marking: typeof MARK, tx: EntityManager, eventIds: readonly string[]): Promise<Set<string>> {
  return new Set((await marking.all(tx, [eventIds])).map(({ id }) => id));
}

const materialized = (settings: Readonly<Record<string, string>>): string => {
  const each = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `settings as materialized (select ${each.join(', ')})`;
};

// Everybody marks in the same order, so that two replicas with the same events wait for each other in turn. The settings of the
// transaction travel along.
const markWith = (settings: Readonly<Record<string, string>>) =>
  statement(
    `with ${materialized(settings)}
     insert into inbox (event_id) select event_id from settings, unnest($1::uuid[]) as event_id order by event_id
     on conflict do nothing returning event_id as id`,
    { id: text },
  );

const LIMITS = { lock_timeout: LOCK_TIMEOUT, statement_timeout: STATEMENT_TIMEOUT };
const MARK = markWith(LIMITS);
const MARK_RETOLD = markWith({ ...LIMITS, synchronous_commit: 'off' });

/**
 * One statement that keeps some events and marks them as applied; gives those that were not marked before. `keep` returns the
 * `event_id` of each that it kept, and selects from `settings`. Its commit does not wait for the disk: Kafka learns of it later.
 */
export const keepAndMark = (keep: string) =>
  statement(
    `with ${materialized({ lock_timeout: LOCK_TIMEOUT, synchronous_commit: 'off' })},
     kept as (${keep})
     insert into inbox (event_id) select event_id from kept order by event_id
     on conflict do nothing returning event_id as id`,
    { id: text },
  );

/** In a consumer's transaction: the event's work goes on in steps elsewhere, and nobody may take it as applied yet. */
export async function leaveUnfinished(tx: EntityManager, eventId: string): Promise<void> {
  const transaction = tx.getTransactionContext<object>()!;
  left.set(transaction, (left.get(transaction) ?? new Set()).add(eventId));
  await tx.execute(`update inbox set state = 'unfinished' where event_id = ?`, [eventId]);
}

const left = new WeakMap<object, Set<string>>();

/** What the transaction under way has left unfinished so far. */
export const leftUnfinishedIn = (tx: EntityManager): ReadonlySet<string> =>
  left.get(tx.getTransactionContext<object>()!) ?? new Set();

/** In the transaction of the last step: now the events are applied. */
export async function finish(tx: EntityManager, ...eventIds: readonly string[]): Promise<void> {
  await tx.execute(
    `update inbox set state = 'applied', applied_at = now() where event_id = any(?::uuid[]) and state = 'unfinished'`,
    [uuidArray(eventIds)],
  );
}

export const uuidArray = (ids: readonly string[]): string => `{${ids.join(',')}}`;
