import type { Orm } from '../postgres/connect.ts';
import type { Event } from './event.ts';

const REASON_CHARACTERS = 1_000;

/** A server that is slow for a while is no fault of the event: of what took too long one attempt counts in this time. */
const SLOW_ATTEMPT_EVERY = '1 minute';

/** One more attempt at an event has failed; returns how many count. */
export async function countAttempt(orm: Orm, eventId: string, wasSlow = false): Promise<number> {
  const em = orm.em.fork();
  const [row] = await em.execute<{ attempts: number }[]>(
    `insert into event_attempt as attempt (event_id) values (?)
     on conflict (event_id) do update set attempts = attempt.attempts + 1, failed_at = now()
     where not ? or attempt.failed_at < now() - interval '${SLOW_ATTEMPT_EVERY}'
     returning attempts`,
    [eventId, wasSlow],
  );
  return row?.attempts ?? 0;
}

export async function forgetAttempts(orm: Orm, eventId: string): Promise<void> {
  await orm.em.fork().execute('delete from event_attempt where event_id = ?', [eventId]);
}

/** Sets an event aside with its reason, for `npm run replay`. */
export async function deadLetter(orm: Orm, event: Event, error: unknown, attempts: number): Promise<void> {
  const { id, topic, key, type, payload, requestId, traceparent, occurredAt } = event;
  await orm.em.fork().transactional(async (tx) => {
    await tx.execute(`insert into inbox (event_id, state) values (?, 'parked') on conflict do nothing`, [id]);
    await tx.execute(
      `insert into dead_letter
         (event_id, topic, key, type, payload, request_id, traceparent, occurred_at, reason, attempts)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      [id, topic, key, type, payload, requestId, traceparent, occurredAt, reasonOf(error), attempts],
    );
    await tx.execute('delete from event_attempt where event_id = ?', [id]);
  });
}

/** The table stores the complete event, so its operators may read the complete reason as well; it is bounded all the same. */
export const reasonOf = (error: unknown): string => String(error).slice(0, REASON_CHARACTERS);
