import type { EntityManager } from '@mikro-orm/postgresql';
import { text } from '../postgres/columns.ts';
import { statement } from '../postgres/statement.ts';
import { transactionOf } from '../postgres/transaction.ts';

/**
 * The state of an event in this service. `unfinished`: its first step is done, the rest follows in later steps.
 * `parked`: it could not be applied and is in `dead_letter`. Only what is `applied` shows in the views.
 */
export type InboxState = 'applied' | 'unfinished' | 'parked';

/** Marks events as applied in the transaction of their effects; gives those that were never marked before. */
export const markApplied = (tx: EntityManager, eventIds: readonly string[]): Promise<Set<string>> =>
  mark(MARK, tx, eventIds);

/** The same in a transaction whose commit need not reach the disk: what PostgreSQL loses in a crash is consumed again. */
export const markRepublished = (tx: EntityManager, eventIds: readonly string[]): Promise<Set<string>> =>
  mark(MARK_REPUBLISHED, tx, eventIds);

async function mark(marking: typeof MARK, tx: EntityManager, eventIds: readonly string[]): Promise<Set<string>> {
  return new Set((await marking.all(tx, [eventIds])).map(({ id }) => id));
}

const settings = (each: string): string => `with settings as materialized (select ${each})`;
const NO_DISK = `set_config('synchronous_commit', 'off', true)`;

// The same order everywhere, so that two replicas with the same events wait for each other instead of deadlocking.
const markFrom = (before: string, source: string) =>
  statement(
    `${before} insert into inbox (event_id) select event_id from ${source}unnest($1::uuid[]) as event_id order by event_id
     on conflict do nothing returning event_id as id`,
    { id: text },
  );

const MARK = markFrom('', '');
/** The setting of the transaction travels along. */
const MARK_REPUBLISHED = markFrom(settings(NO_DISK), 'settings, ');

/**
 * One statement that upserts some events and marks them as applied; returns those that were not marked before. `store` returns the
 * `event_id` of each that it stored, and selects from `settings`. Its commit does not wait for the disk: offsets are committed once it is durable.
 */
export const storeAndMark = (store: string) =>
  statement(
    `${settings(`set_config('lock_timeout', '2s', true), ${NO_DISK}`)},
     kept as (${store})
     insert into inbox (event_id) select event_id from kept order by event_id
     on conflict do nothing returning event_id as id`,
    { id: text },
  );

/** In a consumer's transaction: the event's work goes on in steps elsewhere, and the event does not count as applied yet. */
export async function leaveUnfinished(tx: EntityManager, eventId: string): Promise<void> {
  transactionOf(tx).unfinished.add(eventId);
  await tx.execute(`update inbox set state = 'unfinished' where event_id = ?`, [eventId]);
}

/** What the transaction under way has left unfinished so far. */
export const leftUnfinishedIn = (tx: EntityManager): ReadonlySet<string> => transactionOf(tx).unfinished;

/** In the transaction of the last step: now the events are applied. */
export async function finish(tx: EntityManager, ...eventIds: readonly string[]): Promise<void> {
  await tx.execute(
    `update inbox set state = 'applied', applied_at = now() where event_id = any(?::uuid[]) and state = 'unfinished'`,
    [uuidArray(eventIds)],
  );
}

export const uuidArray = (ids: readonly string[]): string => `{${ids.join(',')}}`;
