import { setTimeout as pause } from 'node:timers/promises';
import type { Topic } from '@estampa/kernel/topics';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import { type Event, readEvent } from './event.ts';

const FETCH_WAIT_MS = 50;
/** A session outlasts a long batch, and nobody waits for the place of a reader that was killed. */
const SESSION_MS = 60_000;
const LOOK_EVERY_MS = 100;

type Options = {
  kafka: Kafka;
  groupId: string;
  /** With their prefix. */
  topics: readonly string[];
  apply: (topic: string, events: readonly Event[]) => Promise<void>;
};

export type Held = { release(): void };

/** Reads topics from their beginning, fetch by fetch, one partition at a time: whoever applies has nobody to wait for. */
export class TopicReplay implements AsyncDisposable {
  readonly #options: Options;
  readonly #consumer: ReturnType<Kafka['consumer']>;
  readonly #positions = new Map<string, bigint>();
  #gate = Promise.withResolvers<void>();
  #applying: Promise<void> = Promise.resolve();
  #failure: Error | undefined;
  #hasEnded = false;

  private constructor(options: Options) {
    this.#options = options;
    this.#gate.resolve();
    this.#consumer = options.kafka.consumer({
      groupId: options.groupId,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      sessionTimeout: SESSION_MS,
      allowAutoTopicCreation: false,
    });
  }

  static async start(options: Options): Promise<TopicReplay> {
    const replay = new TopicReplay(options);
    const consumer = replay.#consumer;
    // Told also of batches that hold nothing for readers.
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { topic, partition, lastOffset } }) => {
      replay.#positions.set(`${topic}/${partition}`, BigInt(lastOffset) + 1n);
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (!restart) replay.#failure = error;
    });
    await consumer.connect();
    await consumer.subscribe({ topics: [...options.topics], fromBeginning: true });
    await consumer.run({ autoCommit: false, eachBatch: (payload) => replay.#take(payload) });
    return replay;
  }

  /** Resolves when all that stands in the topics now has been applied; tells now and then how much of it has. */
  async caughtUp(told: (read: number, of: number) => void = () => {}, signal?: AbortSignal): Promise<void> {
    const ends = await this.#ends();
    for (;;) {
      signal?.throwIfAborted();
      if (this.#failure) throw this.#failure;
      const read = ends.map(({ name, low, high }) => {
        const position = this.#positions.get(name) ?? low;
        return (position < high ? position : high) - low;
      });
      const all = ends.map(({ low, high }) => high - low);
      const [sum, total] = [read, all].map((counts) => Number(counts.reduce((one, other) => one + other, 0n)));
      told(sum!, total!);
      if (sum === total) return;
      await pause(LOOK_EVERY_MS);
    }
  }

  /** From here on nothing is applied until it is released. */
  async hold(meanwhile: () => void = () => {}): Promise<Held> {
    this.#gate = Promise.withResolvers<void>();
    const { resolve } = this.#gate;
    for (let last: Promise<void> | undefined; last !== this.#applying;) {
      last = this.#applying;
      await last.catch(() => undefined);
    }
    meanwhile();
    return { release: resolve };
  }

  /** Nothing is applied any more, whatever has been fetched. */
  end(): void {
    this.#hasEnded = true;
    this.#gate.resolve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
    await this.#consumer.disconnect();
  }

  async #take({ batch }: EachBatchPayload): Promise<void> {
    await this.#gate.promise;
    if (this.#hasEnded) return;
    const events = batch.messages.flatMap((message) => readEvent(batch.topic as Topic, message) ?? []);
    this.#applying = this.#options.apply(batch.topic, events);
    await this.#applying;
  }

  async #ends() {
    const admin = this.#options.kafka.admin();
    await admin.connect();
    try {
      const byTopic = this.#options.topics.map(async (topic) =>
        (await admin.fetchTopicOffsets(topic)).map(({ partition, low, high }) => ({
          name: `${topic}/${partition}`,
          low: BigInt(low),
          high: BigInt(high),
        })),
      );
      return (await Promise.all(byTopic)).flat();
    } finally {
      await admin.disconnect();
    }
  }
}
