import { setTimeout as pause } from 'node:timers/promises';
import type { Topic } from '@estampa/kernel/topics';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { EachMessagePayload, Kafka } from 'kafkajs';
import { type Call, newCall, runInCall, serviceCaller } from './call.ts';
import type { Orm } from './db.ts';
import { markApplied } from './inbox.ts';
import type { InboxWatch } from './inbox-watch.ts';
import type { WakeJobs } from './jobs.ts';
import type { Log } from './log.ts';
import { deadLetters, eventsConsumed } from './metrics.ts';
import { kindOf } from './outbox.ts';

const ATTEMPTS = 5;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;
const PARTITIONS_AT_ONCE = 4;
/** The broker answers as soon as there is something; this only bounds an idle wait. */
const FETCH_WAIT_MS = 250;
/** How long the group waits for a consumer that was killed, and so does the one that takes its place. */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;

type MessageType<T> = { fromJSON(json: unknown): T };
/** What a consumer may know of an event beside its message. */
export type EventFacts = { id: string; type: string; occurredAt: Date };
/** With the payload as it came: who keeps it whole keeps fields that this version does not know yet. */
export type HeardEvent = EventFacts & { payload: string };
type Apply<C, T> = (context: C, message: T, event: HeardEvent) => Promise<unknown>;

/** How events of one kind of aggregate are applied. */
export type Subscription<C> = (context: C, payload: string, event: EventFacts) => Promise<unknown>;

/** Which aggregates of a topic a service hears: `{ topic, on: { order: hear(OrderChanged, keepOrder) } }`. */
export type Consumer<C> = { topic: Topic; on: Readonly<Record<string, Subscription<C>>> };

export const hear =
  <C, T>(messageType: MessageType<T>, apply: Apply<C, T>): Subscription<C> =>
  (context, payload, event) =>
    apply(context, messageType.fromJSON(JSON.parse(payload)), { ...event, payload });

type Options<C> = {
  service: string;
  kafka: Kafka;
  topicPrefix: string;
  orm: Orm;
  log: Log;
  watch: InboxWatch;
  wake: WakeJobs;
  consumers: readonly Consumer<C>[];
  context: (em: EntityManager, call: Call) => C;
};

/** Hears the topics as one consumer group: at least once from Kafka, applied once here. */
export async function startConsumers<C>(options: Options<C>): Promise<AsyncDisposable> {
  if (options.consumers.length === 0) return new AsyncDisposableStack();
  const consumer = options.kafka.consumer({
    groupId: options.topicPrefix + options.service,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    allowAutoTopicCreation: false,
    retry: { retries: Number.MAX_SAFE_INTEGER, maxRetryTime: LONGEST_BACKOFF_MS },
  });
  const stop = new AbortController();
  const byTopic = new Map(options.consumers.map((entry) => [options.topicPrefix + entry.topic, entry]));
  await consumer.connect();
  await consumer.subscribe({ topics: [...byTopic.keys()], fromBeginning: true });
  await consumer.run({
    partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
    eachMessage: (payload) => consume(options, byTopic.get(payload.topic)!, payload, stop.signal),
  });
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await consumer.disconnect();
    },
  };
}

async function consume<C>(
  options: Options<C>,
  { topic, on }: Consumer<C>,
  { message, heartbeat }: EachMessagePayload,
  signal: AbortSignal,
): Promise<void> {
  const event = readEvent(message);
  const subscription = event && on[kindOf(event.key)];
  if (!subscription) return;
  const seconds = eventsConsumed.startTimer({ topic });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await applyOnce(options, subscription, event);
      seconds({ outcome: 'applied' });
      break;
    } catch (error) {
      options.log.warn({ err: error, topic, type: event.type, key: event.key, attempt }, 'event not applied');
      if (attempt >= ATTEMPTS && (await park(options, topic, event, error, attempt))) {
        seconds({ outcome: 'parked' });
        break;
      }
      await pause(Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS), undefined, { signal });
      await heartbeat();
    }
  }
  options.watch.tell([event.id]);
}

type Event = {
  id: string;
  key: string;
  type: string;
  payload: string;
  requestId: string;
  traceparent: string | null;
  occurredAt: Date;
};

function readEvent({ key, value, headers = {} }: EachMessagePayload['message']): Event | null {
  const header = (name: string) => headers[name]?.toString();
  const id = header('event-id');
  if (!id || !key || !value) return null;
  return {
    id,
    key: key.toString(),
    type: header('event-type') ?? '',
    payload: value.toString(),
    requestId: header('request-id') ?? id,
    traceparent: header('traceparent') ?? null,
    occurredAt: new Date(header('occurred-at') ?? 0),
  };
}

/** Mark and effect commit together, so a redelivery is harmless. */
async function applyOnce<C>(options: Options<C>, subscription: Subscription<C>, event: Event): Promise<void> {
  const caller = serviceCaller(options.service);
  const call = newCall({ requestId: event.requestId, traceparent: event.traceparent, caller });
  await runInCall(call, () =>
    options.orm.em.fork().transactional(async (tx) => {
      if ((await markApplied(tx, [event.id])).size === 0) return;
      await subscription(options.context(tx, call), event.payload, event);
    }),
  );
  options.wake(call);
}

/** A message that cannot be applied is set aside with its reason, so that it never blocks the others for good. */
async function park<C>(
  options: Options<C>,
  topic: Topic,
  event: Event,
  error: unknown,
  attempts: number,
): Promise<boolean> {
  try {
    await options.orm.em.fork().transactional(async (tx) => {
      await tx.execute(`insert into inbox (event_id, state) values (?, 'parked') on conflict do nothing`, [event.id]);
      await tx.execute(
        `insert into dead_letter (event_id, topic, key, type, payload, reason, attempts) values (?, ?, ?, ?, ?, ?, ?)
         on conflict do nothing`,
        [event.id, topic, event.key, event.type, event.payload, String(error), attempts],
      );
    });
    deadLetters.inc({ topic });
    options.log.error({ topic, type: event.type, key: event.key }, 'event parked as a dead letter');
    return true;
  } catch {
    return false;
  }
}
