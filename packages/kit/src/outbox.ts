import { newId } from '@estampa/kernel/ids';
import type { Topic } from '@estampa/kernel/topics';
import type { Whole } from '@estampa/kernel/whole';
import {
  defineEntity,
  type EntityManager,
  type EventSubscriber,
  p,
  type TransactionEventArgs,
} from '@mikro-orm/postgresql';
import { currentCall, type EventReference } from './call.ts';
import { mustFitKafka } from './event-size.ts';

export const OutboxSchema = defineEntity({
  name: 'OutboxRow',
  tableName: 'outbox',
  properties: {
    id: p.bigint().primary().autoincrement(),
    eventId: p.uuid(),
    topic: p.text().$type<Topic>(),
    key: p.text(),
    type: p.text(),
    payload: p.text(),
    requestId: p.text(),
    traceparent: p.text().nullable(),
    occurredAt: p.datetime(),
    sentAt: p.datetime().nullable(),
  },
});

type Message<T> = { toJSON(message: T): unknown };

export type NewEvent<T> = {
  /** What happened, past tense: `order_approved`. */
  type: string;
  /** `<aggregate>:<id>`: one aggregate's events stay in order. */
  key: string;
  /** All of it, so that no field is forgotten. */
  message: Whole<T>;
};

/** The kind of aggregate that an event is about. */
export const kindOf = (key: string): string => key.slice(0, key.indexOf(':'));

/** Records an event in the caller's transaction; the relay publishes it after commit. Nothing else publishes. */
export function announce<T>(tx: EntityManager, topic: Topic, messageType: Message<T>, event: NewEvent<T>): void {
  if (!tx.isInTransaction()) throw new Error('announce needs a transaction');
  const call = currentCall();
  const eventId = newId();
  const payload = JSON.stringify(messageType.toJSON(event.message as T));
  mustFitKafka(event.type, payload);
  tx.create(OutboxSchema, {
    eventId,
    topic,
    key: event.key,
    type: event.type,
    payload,
    requestId: call?.requestId ?? eventId,
    traceparent: call?.traceparent ?? null,
    occurredAt: new Date(),
    sentAt: null,
  });
  const transaction = tx.getTransactionContext<object>()!;
  recorded.set(transaction, [...eventsRecordedIn(tx), { topic, kind: kindOf(event.key), id: eventId }]);
}

const recorded = new WeakMap<object, readonly EventReference[]>();

/** What the transaction under way has announced so far. */
export function eventsRecordedIn(tx: EntityManager): readonly EventReference[] {
  const transaction = tx.getTransactionContext<object>();
  return (transaction && recorded.get(transaction)) ?? [];
}

/** Tells the asker what was committed. What was rolled back was never announced, and nobody must wait for it. */
export class TellCommitted implements EventSubscriber {
  afterTransactionCommit({ em }: TransactionEventArgs): void {
    currentCall()?.events.push(...eventsRecordedIn(em as EntityManager));
  }
}
