import { randomUUID } from 'node:crypto';
import { UserChanged } from '@estampa/contracts/identity/v1/events';
import type { Caller, EventReference, Role } from '@estampa/kit/call';
import type { Kafka } from 'kafkajs';
import type { Clients } from './clients.ts';

const KEPT_MS = 30_000;
const KEPT_CALLERS = 20_000;
const SEEN_EVENTS = 5_000;
const TOPIC = 'identity.v1';

type Entry = { caller: Caller | null; until: number };

/** Who stands behind a session, at most 30 s old and dropped at once when identity says that the user changed. */
export class CallerCache {
  readonly #entries = new Map<string, Entry>();
  readonly #seen = new Set<string>();
  readonly #waiting = new Map<string, () => void>();
  readonly #clients: Clients;
  #changes = 0;

  constructor(clients: Clients) {
    this.#clients = clients;
  }

  async get(sessionId: string): Promise<Caller | null> {
    const kept = this.#entries.get(sessionId);
    if (kept && kept.until > Date.now()) return kept.caller;

    const changesBefore = this.#changes;
    const found = await this.#clients.auth.getCaller({ sessionId });
    const caller =
      found.sessionActive && found.status === 'active'
        ? {
            userId: found.userId,
            roles: found.roles as Role[],
            sellerProfileId: found.sellerProfileId ?? null,
            sessionId,
          }
        : null;
    // An answer that a change may have overtaken is used once, not kept.
    if (this.#changes === changesBefore) {
      remember(this.#entries, sessionId, { caller, until: Date.now() + KEPT_MS }, KEPT_CALLERS);
    }
    return caller;
  }

  /** Waits until this gateway has heard of the changes that a write just made to users. */
  async heard(events: readonly EventReference[], deadlineMs: number): Promise<void> {
    const missing = events.filter(({ topic, id }) => topic === TOPIC && !this.#seen.has(id));
    await Promise.all(missing.map(({ id }) => this.#wait(id, deadlineMs)));
  }

  /** Hears identity's events from now on; each gateway process is a group of its own. */
  async listen(kafka: Kafka, topicPrefix: string): Promise<AsyncDisposable> {
    const consumer = kafka.consumer({ groupId: `${topicPrefix}gateway-${randomUUID()}`, maxWaitTimeInMs: 250 });
    await consumer.connect();
    await consumer.subscribe({ topic: topicPrefix + TOPIC, fromBeginning: false });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ message }) => {
        const isUser = message.key?.toString().startsWith('user:');
        if (isUser && message.value) this.#drop(UserChanged.fromJSON(JSON.parse(message.value.toString())).userId);
        this.#see(message.headers?.['event-id']?.toString() ?? '');
      },
    });
    return { [Symbol.asyncDispose]: () => consumer.disconnect() };
  }

  #drop(userId: string): void {
    this.#changes += 1;
    for (const [sessionId, { caller }] of this.#entries) {
      if (caller?.userId === userId) this.#entries.delete(sessionId);
    }
  }

  #see(eventId: string): void {
    remember(this.#seen, eventId, undefined, SEEN_EVENTS);
    this.#waiting.get(eventId)?.();
  }

  #wait(eventId: string, deadlineMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(eventId);
        resolve();
      };
      const timer = setTimeout(end, deadlineMs);
      this.#waiting.set(eventId, end);
    });
  }
}

/** Puts an entry in, and the oldest out when there are too many. */
function remember<K, V>(kept: Map<K, V> | Set<K>, key: K, value: V, most: number): void {
  if (kept instanceof Map) kept.set(key, value);
  else kept.add(key);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
}
