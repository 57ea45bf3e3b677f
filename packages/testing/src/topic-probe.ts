import { randomUUID } from 'node:crypto';
import type { Topic } from '@estampa/kernel/topics';
import { waitFor } from '@estampa/stack/wait';
import type { KafkaAdmin, KafkaClient, RecordConsumer, RecordProducer } from '@estampa/kit/events/kafka/client';
import { kafkaAt } from '@estampa/stack/infrastructure/topics';

export interface TopicEvent {
  readonly id: string;
  readonly type: string;
  /** `<type>:<aggregate id>` */
  readonly key: string;
  readonly value: any; // oxlint-disable-line no-explicit-any -- the JSON form of any event message
}

export interface NewEvent extends Omit<TopicEvent, 'id'> {
  /** Given to send the same event twice. */
  readonly id?: string;
}

const CATCH_UP_DEADLINE_MS = 15_000;
const POLL_MS = 20;
/** The broker responds as soon as there is an event; this bounds how often it is polled without one, and how long closing takes. */
const FETCH_WAIT_MS = 500;
const SESSION_MS = 30_000;
const HEARTBEAT_MS = 3_000;

/** Reads and writes topics directly, as the other services would. */
export class TopicProbe implements AsyncDisposable {
  readonly #kafka: Promise<KafkaClient>;
  readonly #prefix: string;
  readonly #readers = new Map<Topic, Promise<Reader>>();
  #producer: Promise<RecordProducer> | undefined;
  #admin: Promise<KafkaAdmin> | undefined;

  constructor(brokers: string, prefix: string) {
    this.#kafka = kafkaAt(brokers, 'test-probe');
    this.#prefix = prefix;
  }

  /** All events in the topic now, oldest first per key. */
  async events(topic: Topic): Promise<TopicEvent[]> {
    const reader = this.#readers.get(topic) ?? this.#kafka.then((kafka) => startReader(kafka, this.#prefix + topic));
    this.#readers.set(topic, reader);
    const { events, positions } = await reader;
    const ends = await (await this.#requesting()).endsOf(this.#prefix + topic);
    const hasCaughtUp = () => ends.every(({ partition, high }) => (positions.get(partition) ?? 0n) >= high);
    await waitFor(`the end of ${topic}`, hasCaughtUp, { deadlineMs: CATCH_UP_DEADLINE_MS, everyMs: POLL_MS });
    return [...events];
  }

  /** Publishes an event as the owner of the topic would; returns its id. */
  async publish(topic: Topic, { id = randomUUID(), type, key, value }: NewEvent): Promise<string> {
    this.#producer ??= this.#kafka.then((kafka) => kafka.producer());
    const producer = await this.#producer;
    const headers = { 'event-id': id, 'event-type': type, 'occurred-at': new Date().toISOString() };
    await producer.send([{ topic: this.#prefix + topic, key, value: JSON.stringify(value), headers }]);
    return id;
  }

  /** Reused, because a test that waits for an event polls repeatedly. */
  #requesting(): Promise<KafkaAdmin> {
    this.#admin ??= this.#kafka.then((kafka) => kafka.admin());
    this.#admin.catch(() => (this.#admin = undefined));
    return this.#admin;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const readers = await Promise.all(this.#readers.values());
    await Promise.all(readers.map(({ consumer }) => consumer[Symbol.asyncDispose]()));
    await (await this.#producer)?.[Symbol.asyncDispose]();
    await (await this.#admin)?.[Symbol.asyncDispose]();
  }
}

interface Reader {
  readonly consumer: RecordConsumer;
  readonly events: TopicEvent[];
  readonly positions: Map<number, bigint>;
}

function startReader(kafka: KafkaClient, topic: string): Reader {
  const events: TopicEvent[] = [];
  const positions = new Map<number, bigint>();
  const consumer = kafka.consume({
    groupId: `probe-${randomUUID()}`,
    topics: [topic],
    maxWaitMs: FETCH_WAIT_MS,
    sessionTimeoutMs: SESSION_MS,
    heartbeatMs: HEARTBEAT_MS,
    partitionsAtOnce: 1,
    async apply({ records, end, advance }) {
      for (const { key, value, headers } of records) {
        const header = (name: string) => headers[name]?.toString() ?? '';
        const parsed: unknown = value ? JSON.parse(value.toString()) : null;
        events.push({ id: header('event-id'), type: header('event-type'), key: key?.toString() ?? '', value: parsed });
      }
      advance(end);
    },
    onProgress: ({ partition, offset }) => positions.set(partition, offset),
    onFailure: () => {},
  });
  return { consumer, events, positions };
}
