import type { Caller, EventReference, Role } from '@estampa/kit/call';
import { measuredBy } from '@estampa/kit/metrics';
import type { Topic } from '@estampa/kernel/topics';
import type { Clients } from './clients.ts';
import { hearsUsers } from './metrics.ts';

const KEPT_MS = 30_000;
const KEPT_CALLERS = 20_000;
const SEEN_EVENTS = 5_000;
/** Without a sign of life for this long we may be missing changes. */
const SILENCE_MAX_MS = 3_000;
/** What a person may be; that a caller is a service is never taken from an answer. */
const ROLES: ReadonlySet<string> = new Set<Role>(['customer', 'seller', 'admin']);

export const CALLER_TOPIC: Topic = 'identity.v1';

type Entry = { caller: Caller | null; userId: string; until: number };

/**
 * Who stands behind a session, at most 30 s old and dropped at once when identity says that the user changed. Only while
 * it hears identity is anything kept or a question shared; otherwise everybody is asked about anew.
 */
export class CallerCache {
  readonly #entries = new Map<string, Entry>();
  readonly #sessionsOf = new Map<string, Set<string>>();
  readonly #asking = new Map<string, Promise<Caller | null>>();
  readonly #seen = new Set<string>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #clients: Pick<Clients, 'auth'>;
  #heardAt = -Infinity;
  #changes = 0;

  constructor(clients: Pick<Clients, 'auth'>) {
    this.#clients = clients;
    measuredBy(hearsUsers, () => (this.#hears() ? 1 : 0));
  }

  async get(sessionId: string): Promise<Caller | null> {
    if (!this.#hears()) return (await this.#ask(sessionId)).caller;

    const kept = this.#entries.get(sessionId);
    if (kept && kept.until > performance.now()) return kept.caller;
    const asking = this.#asking.get(sessionId) ?? this.#askAndKeep(sessionId);
    this.#asking.set(sessionId, asking);
    return asking;
  }

  /**
   * Waits until nobody is answered from before the changes that a write just made to users. False when they were not
   * heard of in time: then everything kept is dropped, so that at least this gateway shows them.
   */
  async heard(events: readonly EventReference[], deadlineMs: number): Promise<boolean> {
    const missing = events.filter(({ topic, id }) => topic === CALLER_TOPIC && !this.#seen.has(id));
    if (missing.length === 0 || !this.#hears()) return true;

    const told = await Promise.all(missing.map(({ id }) => this.#wait(id, deadlineMs)));
    if (told.every(Boolean)) return true;
    this.forgetAll();
    return false;
  }

  /** A sign that nothing is being missed. After a silence whatever was kept may be out of date. */
  hears(): void {
    if (!this.#hears()) this.forgetAll();
    this.#heardAt = performance.now();
  }

  /** From now on changes may be missed, until the next sign of life. */
  lost(): void {
    this.#heardAt = -Infinity;
    this.forgetAll();
  }

  /** An event of identity's: `userId` is the user whom it is about, null when it is about nobody we keep. */
  see(eventId: string, userId: string | null): void {
    if (userId !== null) this.#drop(userId);
    this.#seen.add(eventId);
    if (this.#seen.size > SEEN_EVENTS) this.#seen.delete(this.#seen.values().next().value!);
    for (const wake of this.#waiting.get(eventId) ?? []) wake();
  }

  /** Whoever waits for an event need not: nothing older than it is left. */
  forgetAll(): void {
    this.#changes += 1;
    this.#entries.clear();
    this.#sessionsOf.clear();
    this.#asking.clear();
    for (const wakes of this.#waiting.values()) for (const wake of wakes) wake();
  }

  #hears(): boolean {
    return performance.now() - this.#heardAt < SILENCE_MAX_MS;
  }

  /** One question for all who come before its answer. */
  async #askAndKeep(sessionId: string): Promise<Caller | null> {
    const changesBefore = this.#changes;
    try {
      const { caller, userId } = await this.#ask(sessionId);
      // An answer that a change may have overtaken is used once, not kept.
      if (this.#changes === changesBefore) this.#keep(sessionId, caller, userId);
      return caller;
    } finally {
      if (this.#changes === changesBefore) this.#asking.delete(sessionId);
    }
  }

  async #ask(sessionId: string): Promise<{ caller: Caller | null; userId: string }> {
    const found = await this.#clients.auth.getCaller({ sessionId });
    const { userId, sellerProfileId = null } = found;
    const roles = found.roles.filter((role) => ROLES.has(role)) as Role[];
    const isIn = found.sessionActive && found.status === 'active';
    return { userId, caller: isIn ? { userId, roles, sellerProfileId, sessionId } : null };
  }

  #keep(sessionId: string, caller: Caller | null, userId: string): void {
    this.#entries.set(sessionId, { caller, userId, until: performance.now() + KEPT_MS });
    const sessions = this.#sessionsOf.get(userId) ?? new Set();
    this.#sessionsOf.set(userId, sessions.add(sessionId));
    if (this.#entries.size > KEPT_CALLERS) this.#forget(this.#entries.keys().next().value!);
  }

  #forget(sessionId: string): void {
    const { userId } = this.#entries.get(sessionId)!;
    this.#entries.delete(sessionId);
    const sessions = this.#sessionsOf.get(userId);
    sessions?.delete(sessionId);
    if (sessions?.size === 0) this.#sessionsOf.delete(userId);
  }

  #drop(userId: string): void {
    this.#changes += 1;
    // Who is being asked about may be this user: later requests ask again.
    this.#asking.clear();
    for (const sessionId of this.#sessionsOf.get(userId) ?? []) this.#entries.delete(sessionId);
    this.#sessionsOf.delete(userId);
  }

  #wait(eventId: string, deadlineMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const wakes = this.#waiting.get(eventId) ?? new Set();
      const end = (isHeard: boolean) => {
        clearTimeout(timer);
        wakes.delete(wake);
        if (wakes.size === 0) this.#waiting.delete(eventId);
        resolve(isHeard);
      };
      const wake = () => end(true);
      const timer = setTimeout(() => end(false), deadlineMs);
      this.#waiting.set(eventId, wakes.add(wake));
    });
  }
}
