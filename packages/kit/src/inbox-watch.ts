import { DomainError } from '@estampa/kernel/errors';
import type { Orm } from './db.ts';
import { type InboxState, uuidArray } from './inbox.ts';

/** How long the shared look rests: short after somebody came, then longer, for what another replica applies or finishes. */
const FIRST_REST_MS = 5;
const LONGEST_REST_MS = 25;
const WAITED_FOR_EVENTS = 10_000;

type Waiter = (eventId: string, state: InboxState) => void;

/** Who waits in this process for which events; one look at the inbox serves them all, and costs nothing while nobody waits. */
export class InboxWatch {
  readonly #waiting = new Map<string, Set<Waiter>>();
  readonly #orm: Orm;
  #isLooking = false;
  #restMs = FIRST_REST_MS;
  #isAsked = false;
  #endRest = (): void => {};

  constructor(orm: Orm) {
    this.#orm = orm;
  }

  /** Something has been committed about these events here: no need to rest on. */
  tell(eventIds: readonly string[]): void {
    if (eventIds.some((id) => this.#waiting.has(id))) this.#lookNow();
  }

  /** Waits until all the events are applied, here or in another replica, until one is parked, or for the signal. */
  async outcome(eventIds: readonly string[], signal: AbortSignal): Promise<'applied' | 'parked' | 'late'> {
    const missing = new Set(eventIds);
    if (missing.size === 0) return 'applied';
    if (signal.aborted) return 'late';
    if (this.#waiting.size + missing.size > WAITED_FOR_EVENTS) {
      throw new DomainError('limited', 'too_many_waiting', 'Too many events are waited for');
    }
    const { promise, resolve } = Promise.withResolvers<'applied' | 'parked' | 'late'>();
    const waiter: Waiter = (eventId, state) => {
      if (state === 'parked') resolve('parked');
      if (state === 'applied' && missing.delete(eventId) && missing.size === 0) resolve('applied');
    };
    const late = () => resolve('late');
    signal.addEventListener('abort', late, { once: true });
    for (const eventId of eventIds) this.#add(eventId, waiter);
    this.#lookNow();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', late);
      for (const eventId of eventIds) this.#drop(eventId, waiter);
    }
  }

  #add(eventId: string, waiter: Waiter): void {
    this.#waiting.set(eventId, (this.#waiting.get(eventId) ?? new Set()).add(waiter));
  }

  #drop(eventId: string, waiter: Waiter): void {
    const waiters = this.#waiting.get(eventId);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiting.delete(eventId);
  }

  #lookNow(): void {
    this.#restMs = FIRST_REST_MS;
    this.#isAsked = true;
    this.#endRest();
    if (!this.#isLooking) void this.#lookWhileSomebodyWaits();
  }

  async #lookWhileSomebodyWaits(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiting.size > 0) {
      this.#isAsked = false;
      // What fails now is asked again; whoever waits has a deadline.
      await this.#look().catch(() => undefined);
      if (!this.#isAsked) await this.#rest();
    }
    this.#isLooking = false;
  }

  async #look(): Promise<void> {
    const rows = await this.#orm.em
      .fork()
      .execute<{ event_id: string; state: InboxState }[]>(
        `select event_id, state from inbox where event_id = any(?::uuid[]) and state <> 'unfinished'`,
        [uuidArray([...this.#waiting.keys()])],
      );
    for (const { event_id: id, state } of rows) {
      for (const waiter of this.#waiting.get(id) ?? []) waiter(id, state);
      // It has its answer; asking for it again until the waiter has gone would be for nothing.
      this.#waiting.delete(id);
    }
  }

  async #rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#restMs);
    this.#endRest = resolve;
    await promise;
    clearTimeout(timer);
    this.#restMs = Math.min(this.#restMs * 2, LONGEST_REST_MS);
  }
}
