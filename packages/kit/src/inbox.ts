import type { EntityManager, QueryResult } from '@mikro-orm/postgresql';
import type { Orm } from './db.ts';

/** How often a waiter looks at the table, for events that another replica applied. */
const OTHER_REPLICA_POLL_MS = 100;

/** Marks an event as applied in the transaction of its effect; false when it was applied before. */
export async function markApplied(tx: EntityManager, eventId: string): Promise<boolean> {
  const { affectedRows } = await tx.execute<QueryResult>(
    'insert into inbox (event_id) values (?) on conflict do nothing',
    [eventId],
    'run',
  );
  return affectedRows === 1;
}

/** Who waits for which event to be applied in this process. */
export class Applied {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Called after the commit of an event's effect. */
  tell(eventId: string): void {
    for (const wake of this.#waiting.get(eventId) ?? []) wake();
  }

  /** Waits until all the events are applied, here or in another replica; false when the signal came first. */
  async all(orm: Orm, eventIds: readonly string[], signal: AbortSignal): Promise<boolean> {
    if (eventIds.length === 0) return true;
    const missing = new Set(eventIds);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const settle = (eventId: string) => missing.delete(eventId) && missing.size === 0 && resolve();
    const wakes = [...missing].map((eventId) => this.#wait(eventId, () => settle(eventId)));
    const look = async () => (await appliedOf(orm, [...missing])).forEach(settle);
    const poll = setInterval(() => void look().catch(() => undefined), OTHER_REPLICA_POLL_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
    try {
      await look();
      if (missing.size > 0) await done;
      return missing.size === 0;
    } finally {
      clearInterval(poll);
      for (const forget of wakes) forget();
    }
  }

  #wait(eventId: string, wake: () => void): () => void {
    const waiters = this.#waiting.get(eventId) ?? new Set();
    this.#waiting.set(eventId, waiters.add(wake));
    return () => {
      waiters.delete(wake);
      if (waiters.size === 0) this.#waiting.delete(eventId);
    };
  }
}

async function appliedOf(orm: Orm, eventIds: readonly string[]): Promise<string[]> {
  const rows = await orm.em
    .fork()
    .execute<{ event_id: string }[]>('select event_id from inbox where event_id = any(?::uuid[])', [
      `{${eventIds.join(',')}}`,
    ]);
  return rows.map((row) => row.event_id);
}
