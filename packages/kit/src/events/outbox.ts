import { newId } from '@estampa/kernel/ids';
import type { Topic } from '@estampa/kernel/topics';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql';
import { currentCall, type EventReference } from '../rpc/call.ts';
import { mustFitKafka } from './event-size.ts';
import { QUIET } from './outbox-migration.ts';
import { statement } from '../postgres/statement.ts';
import { type Declared, ifInTransaction, transactionOf } from '../postgres/transaction.ts';

type Message<T> = { toJSON(message: T): unknown };

export type NewEvent<T> = {
  /** What happened, past tense: `order_approved`. */
  type: string;
  /** `<aggregate>:<id>`: one aggregate's events stay in order. */
  key: string;
  /** All of it, so that no field is forgotten. */
  message: AllFields<T>;
};

/** The kind of aggregate that an event is about. */
export const kindOf = (key: string): string => key.slice(0, key.indexOf(':'));

/** Records an event in the caller's transaction; the relay publishes it after commit. Nothing else publishes. */
export function appendEvent<T>(tx: EntityManager, topic: Topic, messageType: Message<T>, event: NewEvent<T>): void {
  const call = currentCall();
  const eventId = newId();
  const payload = JSON.stringify(messageType.toJSON(event.message as T));
  mustFitKafka(event.type, payload);
  const transaction = transactionOf(tx);
  const events = transaction.declared;
  transaction.mustGoOn();
  if (events.length === 0) {
    transaction.onCommit(() => (transaction.relay.isHere ? INSERT_QUIETLY : INSERT).with(...columnsOf(events)).query);
  }
  const { requestId = eventId, traceparent = null } = call ?? {};
  const { type, key } = event;
  events.push({ id: eventId, topic, kind: kindOf(key), key, type, payload, requestId, traceparent });
}

const insertFrom = (source: string): string => `
   insert into outbox (event_id, topic, key, type, payload, request_id, traceparent, occurred_at)
   select event_id, topic, key, type, payload, request_id, traceparent, now()
   from ${source}unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
     with ordinality as event (event_id, topic, key, type, payload, request_id, traceparent, place)
   order by place`;

/** One statement for all events of a transaction, sent with its commit. */
const INSERT = statement(insertFrom(''), {});
/** Without NOTIFY, for which commits wait in one line: a relay in this process is woken by the process. */
const INSERT_QUIETLY = statement(
  `with quiet as materialized (select set_config('${QUIET}', 'on', true)) ${insertFrom('quiet, ')}`,
  {},
);

const columnsOf = (events: readonly Declared[]) =>
  (['id', 'topic', 'key', 'type', 'payload', 'requestId', 'traceparent'] as const).map((name) =>
    events.map((event) => event[name]),
  );

/** What the transaction under way has published so far. */
export const eventsRecordedIn = (tx: EntityManager): readonly EventReference[] =>
  (ifInTransaction(tx)?.declared ?? []).map(({ topic, kind, id }) => ({ topic, kind, id }));

/** Notifies the caller, and the relay where it is here, of what was committed. What was rolled back was never published, and must not be waited for. */
export class NotifyCommitted implements EventSubscriber {
  afterTransactionCommit({ em }: TransactionEventArgs): void {
    const events = eventsRecordedIn(em as EntityManager);
    if (events.length === 0) return;
    currentCall()?.events.push(...events);
    transactionOf(em as EntityManager).relay.wake();
  }
}
