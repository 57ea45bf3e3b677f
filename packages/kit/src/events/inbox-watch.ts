import { DomainError } from '@estampa/kernel/errors';
import { runInNoCall } from '../rpc/call.ts';
import type { Orm } from '../postgres/connect.ts';
import type { InboxState } from './inbox.ts';
import { oneOf, text } from '../postgres/columns.ts';
import { listOf, statement } from '../postgres/statement.ts';

/**
 * Events that are applied in this process notify at once. The shared poll is for what another replica applies or finishes, so it
 * starts late enough to be spared when the event is applied here.
 */
const FIRST_REST_MS = 8;
const LONGEST_REST_MS = 25;
/** The last applied events, this many, are known without a query. */
const REMEMBERED_EVENTS = 10_000;
/**
 * And for no longer than twice this: callers wait for what has just been written. Without it a process with few events would fill its memory
 * of them for an hour or more, which no soak could tell from a leak.
 */
const REMEMBERED_FOR_MS = 30_000;
const WAITED_FOR_EVENTS = 10_000;

const CHECK = statement(
  `select event_id as id, state from inbox where event_id = any(${listOf('$1::uuid[]')}) and state <> 'unfinished'`,
  { id: text, state: oneOf(['applied', 'parked'] as const) },
);

type Waiter = (eventId: string, state: InboxState) => void;

/** Waits for events to be applied, for all callers in this process; one poll of the inbox serves them all, and there is none while no caller waits. */
export class InboxWatch {
  readonly #waiting = new Map<string, Set<Waiter>>();
  readonly #orm: Orm;
  /** Applied here, the newest in the first set; the older one goes when that is full, or has been the first for long enough. */
  #applied: [Set<string>, Set<string>] = [new Set(), new Set()];
  #isFirstUntil = performance.now() + REMEMBERED_FOR_MS;
  #isChecking = false;
  #restMs = FIRST_REST_MS;
  #isRequested = false;
  #endRest = (): void => {};

  constructor(orm: Orm) {
    this.#orm = orm;
  }

  /** These events have been applied here: it is committed. */
  applied(eventIds: readonly string[]): void {
    if (performance.now() >= this.#isFirstUntil) this.#forgetOlder();
    for (const id of eventIds) {
      if (this.#applied[0].size >= REMEMBERED_EVENTS / 2) this.#forgetOlder();
      this.#applied[0].add(id);
      this.#notify(id, 'applied');
    }
  }

  /** Something else has been committed about these events here: no need to rest on. */
  notify(eventIds: readonly string[]): void {
    if (eventIds.some((id) => this.#waiting.has(id))) this.#checkNow();
  }

  /** Waits until all the events are applied, here or in another replica, until one is in `dead_letter`, for so long or for the signal. */
  async outcome(
    eventIds: readonly string[],
    { longestMs, signal }: { longestMs: number; signal?: AbortSignal | null },
  ): Promise<'applied' | 'parked' | 'late'> {
    const missing = new Set(eventIds.filter((id) => !this.#applied.some((some) => some.has(id))));
    if (missing.size === 0) return 'applied';
    if (signal?.aborted) return 'late';
    if (this.#waiting.size + missing.size > WAITED_FOR_EVENTS) {
      throw new DomainError('limited', 'too_many_waiting', 'Too many events are waited for');
    }
    const { promise, resolve } = Promise.withResolvers<'applied' | 'parked' | 'late'>();
    const waiter: Waiter = (eventId, state) => {
      if (state === 'parked') resolve('parked');
      if (state === 'applied' && missing.delete(eventId) && missing.size === 0) resolve('applied');
    };
    const late = () => resolve('late');
    signal?.addEventListener('abort', late, { once: true });
    const longest = setTimeout(late, longestMs);
    const waited = [...missing];
    for (const eventId of waited) this.#add(eventId, waiter);
    this.#checkSoon();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', late);
      clearTimeout(longest);
      for (const eventId of waited) this.#drop(eventId, waiter);
    }
  }

  #forgetOlder(): void {
    this.#applied = [new Set(), this.#applied[0]];
    this.#isFirstUntil = performance.now() + REMEMBERED_FOR_MS;
  }

  #add(eventId: string, waiter: Waiter): void {
    this.#waiting.set(eventId, (this.#waiting.get(eventId) ?? new Set()).add(waiter));
  }

  #drop(eventId: string, waiter: Waiter): void {
    const waiters = this.#waiting.get(eventId);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiting.delete(eventId);
  }

  #notify(eventId: string, state: InboxState): void {
    for (const waiter of this.#waiting.get(eventId) ?? []) waiter(eventId, state);
    // It has its response; polling for it until the waiter has gone would be for nothing.
    this.#waiting.delete(eventId);
    if (this.#waiting.size === 0) this.#endRest();
  }

  #checkSoon(): void {
    this.#restMs = FIRST_REST_MS;
    if (!this.#isChecking) void runInNoCall(() => this.#pollWhileWaitedFor());
  }

  #checkNow(): void {
    this.#isRequested = true;
    this.#endRest();
    this.#checkSoon();
  }

  async #pollWhileWaitedFor(): Promise<void> {
    this.#isChecking = true;
    for (;;) {
      if (!this.#isRequested) await this.#rest();
      if (this.#waiting.size === 0) break;
      this.#isRequested = false;
      // A query that fails is repeated; each waiter has a deadline.
      await this.#check().catch(() => undefined);
    }
    this.#isRequested = false;
    this.#isChecking = false;
  }

  async #check(): Promise<void> {
    const rows = await CHECK.all(this.#orm.em.fork(), [[...this.#waiting.keys()]]);
    for (const { id, state } of rows) this.#notify(id, state);
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
