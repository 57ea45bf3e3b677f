import { setTimeout as pause } from 'node:timers/promises';
import type { Topic } from '@estampa/kernel/topics';
import { type Event, readEvent } from './event.ts';
import type { KafkaClient, RecordBatch, RecordConsumer } from './kafka/client.ts';

const FETCH_WAIT_MS = 50;
/** A session outlasts a long batch, and the place of a reader that was killed need not be free soon. */
const SESSION_MS = 60_000;
const HEARTBEAT_MS = 3_000;
const POLL_EVERY_MS = 100;

type Options = {
  kafka: KafkaClient;
  groupId: string;
  /** With their prefix. */
  topics: readonly string[];
  apply: (topic: string, events: readonly Event[]) => Promise<void>;
};

export type Pause = { release(): void };

/** Reads topics from their beginning, fetch by fetch, one partition at a time: no caller waits for it. */
export class TopicReplay implements AsyncDisposable {
  readonly #options: Options;
  readonly #consumer: RecordConsumer;
  readonly #positions = new Map<string, bigint>();
  #gate = Promise.withResolvers<void>();
  /** Batches of all partitions come one after the other. */
  #queue: Promise<void> = Promise.resolve();
  #applying: Promise<void> = Promise.resolve();
  #failure: Error | undefined;
  #hasEnded = false;

  constructor(options: Options) {
    this.#options = options;
    this.#gate.resolve();
    this.#consumer = options.kafka.consume({
      groupId: options.groupId,
      topics: options.topics,
      maxWaitMs: FETCH_WAIT_MS,
      sessionTimeoutMs: SESSION_MS,
      heartbeatMs: HEARTBEAT_MS,
      partitionsAtOnce: 1,
      apply: (batch) => this.#take(batch),
      onProgress: ({ topic, partition, offset }) => this.#positions.set(`${topic}/${partition}`, offset),
      onFailure: (error) => (this.#failure = error),
    });
  }

  /** Resolves when all that is in the topics now has been applied; reports its progress now and then. */
  async caughtUp(report: (read: number, of: number) => void = () => {}, signal?: AbortSignal): Promise<void> {
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
      report(sum!, total!);
      if (sum === total) return;
      await pause(POLL_EVERY_MS);
    }
  }

  /** From here on nothing is applied until it is released. */
  async pause(meanwhile: () => void = () => {}): Promise<Pause> {
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
    await this.#consumer[Symbol.asyncDispose]();
  }

  async #take({ topic, records }: RecordBatch): Promise<void> {
    const applied = this.#queue.then(() => this.#applyWhenReleased(topic, records));
    this.#queue = applied.catch(() => undefined);
    await applied;
  }

  async #applyWhenReleased(topic: string, records: RecordBatch['records']): Promise<void> {
    await this.#gate.promise;
    if (this.#hasEnded) return;
    const events = records.flatMap((record) => readEvent(topic as Topic, record) ?? []);
    this.#applying = this.#options.apply(topic, events);
    await this.#applying;
  }

  async #ends() {
    await using admin = await this.#options.kafka.admin();
    const byTopic = this.#options.topics.map(async (topic) =>
      (await admin.endsOf(topic)).map(({ partition, low, high }) => ({ name: `${topic}/${partition}`, low, high })),
    );
    return (await Promise.all(byTopic)).flat();
  }
}
