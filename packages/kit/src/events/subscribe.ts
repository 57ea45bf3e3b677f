import type { Topic } from '@estampa/kernel/topics';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { StateLock } from './state-locks.ts';

type MessageType<T> = { fromJSON(json: unknown): T };
/** What a consumer may know of an event beside its message. */
export type EventMetadata = { id: string; type: string; occurredAt: Date };
/** With the payload as it came: storing that unchanged preserves fields that this version does not know yet. */
export type ReceivedEvent = EventMetadata & { payload: string };
type Apply<C, T, R> = (context: C, message: T, event: ReceivedEvent) => Promise<R>;
/** What must be locked before any event of the transaction is applied. */
type Locks<T> = (message: T) => readonly StateLock[];

/** How events of one kind of aggregate are applied: one by one, or a batch at once. */
export type Subscription<C, R = unknown> = {
  isBatch: boolean;
  locks: (event: ReceivedEvent) => readonly StateLock[];
  /** Gives what the handlers returned. `prepared` is what `ahead` gave, where it ran. */
  apply: (context: C, events: readonly ReceivedEvent[], prepared?: unknown) => Promise<readonly R[]>;
  /** Queries, in the round trip of the marks, what applying begins with; undone should one of the events not be new. */
  ahead?: (context: C, events: readonly ReceivedEvent[]) => Promise<unknown>;
  upsertAtOnce?: UpsertAtOnce;
};

/**
 * Upserts those of some events, each of another aggregate, that have no other effect here, and marks them as applied, by one
 * statement of its own (`storeAndMark`); returns their ids.
 */
type UpsertAtOnce = (em: EntityManager, events: readonly ReceivedEvent[]) => Promise<readonly string[]>;

/** The aggregates of a topic that a service consumes: `{ topic, on: { order: subscribe(OrderChanged, { apply }) } }`. */
export type Consumer<C, R = unknown> = {
  topic: Topic;
  on: Readonly<Record<string, Subscription<C, R>>>;
  /** Ends each transaction: does at once what follows from all of it. Takes what the handlers returned, in their order. */
  conclude?(context: C, results: readonly R[]): Promise<unknown>;
  /**
   * All that the handlers write can be rebuilt from the topic, and no caller is notified of it. Their commits do not wait for the
   * disk then: offsets are committed once they are durable (`waitForDurability`).
   */
  isRepublished?: true;
};

/** A message with the event that brought it. */
export type Received<T> = { message: T; event: ReceivedEvent };

type Ahead<C, T, A> = (context: C, received: readonly Received<T>[]) => Promise<A>;
type ApplyBatch<C, T, R, A> = (context: C, received: readonly Received<T>[], prepared?: A) => Promise<R>;

/** How events of one kind are applied, and what is locked first. */
type Handling<C, T, R, A> = {
  locks?: Locks<T>;
  /** Upserts most events of the kind by one statement; the rest is applied in a transaction, as usual. */
  upsertAtOnce?: UpsertAtOnce;
} & (
  | {
      /** One event after the other. */
      apply: Apply<C, T, R>;
    }
  | {
      /** Applies a batch of events in their order, for handlers that apply many in one statement. */
      applyBatch: ApplyBatch<C, T, R, A>;
      /** Runs first, where no event of another kind came with them; `applyBatch` takes its result. */
      ahead?: Ahead<C, T, A>;
    }
);

/** Applies the events of one kind of aggregate; an event whose message cannot be read goes to `dead_letter`. */
export function subscribe<C, T, R, A = unknown>(
  messageType: MessageType<T>,
  handling: Handling<C, T, R, A>,
): Subscription<C, R> {
  const read = reading(messageType);
  const received = (events: readonly ReceivedEvent[]) => events.map((event) => ({ message: read(event), event }));
  const { locks = () => [], upsertAtOnce } = handling;
  const usual = { locks: (event: ReceivedEvent) => locks(read(event)), ...(upsertAtOnce && { upsertAtOnce }) };
  if ('apply' in handling) {
    return {
      ...usual,
      isBatch: false,
      async apply(context, events) {
        const results: R[] = [];
        for (const event of events) results.push(await handling.apply(context, read(event), event));
        return results;
      },
    };
  }
  const { applyBatch, ahead } = handling;
  return {
    ...usual,
    isBatch: true,
    apply: async (context, events, prepared) => [
      await applyBatch(context, received(events), prepared as A | undefined),
    ],
    ...(ahead && { ahead: (context: C, events: readonly ReceivedEvent[]) => ahead(context, received(events)) }),
  };
}

/** Each event is parsed once. */
function reading<T>(messageType: MessageType<T>): (event: ReceivedEvent) => T {
  const known = new WeakMap<ReceivedEvent, { message: T }>();
  return (event) => {
    const read = known.get(event) ?? { message: messageType.fromJSON(JSON.parse(event.payload)) };
    known.set(event, read);
    return read.message;
  };
}
