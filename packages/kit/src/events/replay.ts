import type { EntityManager } from '@mikro-orm/postgresql';
import { TOPICS } from '@estampa/kernel/topics';
import { type Applying, applyInPipeline } from './apply-events.ts';
import type { Consumer } from './consumers.ts';
import type { BaseContext } from '../service/context.ts';
import { reasonOf } from './dead-letters.ts';
import type { Event } from './event.ts';
import { uuidArray } from './inbox.ts';
import type { Job } from '../service/jobs.ts';
import { eventsConsumed } from '../telemetry/metrics.ts';
import { kindOf } from './outbox.ts';
import { isTransient } from '../postgres/transient-errors.ts';

const EVERY_MS = 2_000;
const ROUND_EVENTS = 1_000;
const REPLAY_LOCK = 7_301_004;

/** Applies the dead letters that `npm run replay` marked, with the service's own consumers and in the order in which they came. */
export const replayJob = <C extends BaseContext>(
  applying: Applying<C>,
  consumers: readonly Consumer<C>[],
): Job<BaseContext> => ({
  name: 'replay',
  everyMs: EVERY_MS,
  async run(_context, signal) {
    for (let count = 0; count < ROUND_EVENTS && !signal.aborted; count += 1) {
      const event = await nextRequested(applying.orm.em.fork());
      if (!event || !(await replayed(applying, consumers, event))) return;
    }
  },
});

/** False when the rest has to wait for the next round. */
async function replayed<C>(applying: Applying<C>, consumers: readonly Consumer<C>[], event: Event): Promise<boolean> {
  const { topic, key, type, id } = event;
  const consumer = consumers.find((one) => one.topic === topic);
  try {
    if (!consumer?.on[kindOf(key)]) throw new Error(`${kindOf(key)} of ${topic} is not consumed here`);
    // Nothing new: another replica has it.
    if ((await applyInPipeline(applying, consumer, [event], claim)).fresh.length === 0) return false;
  } catch (error) {
    applying.log.warn({ err: error, topic, type, key, eventId: id }, 'dead letter not replayed');
    if (isTransient(error)) return false;
    await reject(applying.orm.em.fork(), event, error);
    return true;
  }
  eventsConsumed.inc({ topic, outcome: 'replayed' });
  applying.log.info({ topic, type, key, eventId: id }, 'dead letter replayed');
  applying.watch.notify([id]);
  return true;
}

type DeadLetter = Omit<Event, 'id' | 'requestId' | 'occurredAt'> & {
  event_id: string;
  request_id: string | null;
  occurred_at: Date | null;
  parked_at: Date;
};

/** Of what came by a topic: what a service set aside of what reaches it otherwise, it replays itself. */
async function nextRequested(em: EntityManager): Promise<Event | null> {
  const [row] = await em.execute<DeadLetter[]>(
    `select * from dead_letter
     where replayed_at is null and discarded_at is null and replay_requested_at is not null and topic = any(string_to_array(?, ','))
     order by id limit 1`,
    [TOPICS.join()],
  );
  if (!row) return null;
  const { event_id: id, topic, key, type, payload, traceparent, request_id, occurred_at, parked_at } = row;
  const occurredAt = occurred_at ?? parked_at;
  return { id, topic, key, type, payload, traceparent, requestId: request_id ?? id, occurredAt: new Date(occurredAt) };
}

/** In the transaction of the effect; one replica at a time, so that nothing overtakes an older dead letter. */
async function claim(tx: EntityManager, eventIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.execute<{ event_id: string }[]>(
    `update dead_letter set replayed_at = now(), attempts = attempts + 1
     where event_id = any(?::uuid[]) and replayed_at is null and discarded_at is null
       and replay_requested_at is not null and pg_try_advisory_xact_lock(?)
     returning event_id`,
    [uuidArray(eventIds), REPLAY_LOCK],
  );
  const claimed = rows.map((row) => row.event_id);
  await tx.execute(`update inbox set state = 'applied', applied_at = now() where event_id = any(?::uuid[])`, [
    uuidArray(claimed),
  ]);
  return new Set(claimed);
}

/** It stays a dead letter, and later ones of the same aggregate wait with it. */
async function reject(em: EntityManager, event: Event, error: unknown): Promise<void> {
  await em.execute(
    `update dead_letter set
       replay_requested_at = null,
       attempts = attempts + case when event_id = ?::uuid then 1 else 0 end,
       reason = case when event_id = ?::uuid then ? else reason end
     where topic = ? and key = ? and replayed_at is null and discarded_at is null`,
    [event.id, event.id, reasonOf(error), event.topic, event.key],
  );
}
