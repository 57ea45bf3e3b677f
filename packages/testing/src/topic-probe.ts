import { randomUUID } from 'node:crypto';
import type { Topic } from '@estampa/kernel/topics';
import { waitFor } from '@estampa/stack/wait';
import { type Admin, type Consumer, Kafka, logLevel, type Producer } from 'kafkajs';

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

/** Reads and writes topics directly, as the other services would. */
export class TopicProbe implements AsyncDisposable {
  readonly #kafka: Kafka;
  readonly #prefix: string;
  readonly #readers = new Map<Topic, Promise<Reader>>();
  #producer: Promise<Producer> | undefined;
  #admin: Promise<Admin> | undefined;

  constructor(brokers: string, prefix: string) {
    this.#kafka = new Kafka({ clientId: 'test-probe', brokers: brokers.split(','), logLevel: logLevel.NOTHING });
    this.#prefix = prefix;
  }

  /** All events that stand in the topic at this moment, oldest first per key. */
  async events(topic: Topic): Promise<TopicEvent[]> {
    const reader = this.#readers.get(topic) ?? startReader(this.#kafka, this.#prefix + topic);
    this.#readers.set(topic, reader);
    const { events, positions } = await reader;
    const ends = await (await this.#asking()).fetchTopicOffsets(this.#prefix + topic);
    const hasCaughtUp = () => ends.every(({ partition, high }) => (positions.get(partition) ?? 0) >= Number(high));
    await waitFor(`the end of ${topic}`, hasCaughtUp, { deadlineMs: CATCH_UP_DEADLINE_MS, everyMs: POLL_MS });
    return [...events];
  }

  /** Announces an event as the owner of the topic would; returns its id. */
  async publish(topic: Topic, { id = randomUUID(), type, key, value }: NewEvent): Promise<string> {
    this.#producer ??= connected(this.#kafka.producer());
    const producer = await this.#producer;
    const headers = { 'event-id': id, 'event-type': type, 'occurred-at': new Date().toISOString() };
    const message = { key, value: JSON.stringify(value), headers };
    await producer.send({ topic: this.#prefix + topic, messages: [message] });
    return id;
  }

  /** The connection is kept: a test that waits for an event asks again and again. */
  #asking(): Promise<Admin> {
    this.#admin ??= connected(this.#kafka.admin());
    this.#admin.catch(() => (this.#admin = undefined));
    return this.#admin;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const readers = await Promise.all(this.#readers.values());
    await Promise.all(readers.map(({ consumer }) => consumer.disconnect()));
    await (await this.#producer)?.disconnect();
    await (await this.#admin)?.disconnect();
  }
}

interface Reader {
  readonly consumer: Consumer;
  readonly events: TopicEvent[];
  readonly positions: Map<number, number>;
}

async function startReader(kafka: Kafka, topic: string): Promise<Reader> {
  const consumer = kafka.consumer({ groupId: `probe-${randomUUID()}`, maxWaitTimeInMs: 50 });
  const events: TopicEvent[] = [];
  const positions = new Map<number, number>();
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ partition, message: { key, value, headers = {}, offset } }) => {
      const header = (name: string) => headers[name]?.toString() ?? '';
      const parsed: unknown = value ? JSON.parse(value.toString()) : null;
      events.push({ id: header('event-id'), type: header('event-type'), key: key?.toString() ?? '', value: parsed });
      positions.set(partition, Number(offset) + 1);
    },
  });
  return { consumer, events, positions };
}

async function connected<One extends Admin | Producer>(one: One): Promise<One> {
  await one.connect();
  return one;
}
