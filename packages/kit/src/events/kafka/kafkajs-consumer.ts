import { setTimeout as pause } from 'node:timers/promises';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { Log } from '../../telemetry/log.ts';
import type { ConsumerOptions, Position, RecordBatch, RecordConsumer } from './client.ts';
import { LAST_WORDS_MS, LONGEST_RETRY_MS, DEADLINE_MS } from './limits.ts';

export const consumeByKafkajs = (kafka: Kafka, options: ConsumerOptions, log: Log): RecordConsumer =>
  new KafkajsConsumer(kafka, options, log);

class KafkajsConsumer implements RecordConsumer {
  readonly #options: ConsumerOptions;
  readonly #log: Log;
  readonly #consumer: Consumer;
  readonly #stop = new AbortController();
  /** What is being applied, by partition. */
  readonly #working = new Map<string, Promise<void>>();
  /** Grows whenever partitions are dealt anew; who began before must not move offsets any more. */
  #deal = 0;
  #connecting: Promise<void>;

  constructor(kafka: Kafka, options: ConsumerOptions, log: Log) {
    this.#options = options;
    this.#log = log;
    this.#consumer = kafka.consumer({
      groupId: options.groupId,
      maxWaitTimeInMs: options.maxWaitMs,
      sessionTimeout: options.sessionTimeoutMs,
      heartbeatInterval: options.heartbeatMs,
      allowAutoTopicCreation: false,
      retry: { retries: Number.MAX_SAFE_INTEGER, maxRetryTime: LONGEST_RETRY_MS },
    });
    this.#watch();
    this.#connecting = this.#connect();
  }

  async commit(positions: readonly Position[]): Promise<void> {
    await this.#consumer.commitOffsets(positions.map(({ offset, ...where }) => ({ ...where, offset: String(offset) })));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#working.values());
    await Promise.race([this.#connecting, pause(LAST_WORDS_MS, undefined, { ref: false })]);
    const left = this.#consumer.disconnect().catch(() => undefined);
    await Promise.race([left, pause(LAST_WORDS_MS, undefined, { ref: false })]);
  }

  #watch(): void {
    const { GROUP_JOIN, CRASH, END_BATCH_PROCESS } = this.#consumer.events;
    // Emitted also for batches without records for readers.
    this.#consumer.on(END_BATCH_PROCESS, ({ payload: { topic, partition, lastOffset } }) => {
      if (!this.#working.has(`${topic}/${partition}`))
        this.#options.onProgress?.({ topic, partition, offset: BigInt(lastOffset) + 1n });
    });
    this.#consumer.on(GROUP_JOIN, () => {
      this.#deal += 1;
      this.#options.onMembership?.(true);
    });
    this.#consumer.on(CRASH, ({ payload: { error, restart } }) => {
      this.#options.onMembership?.(false);
      if (restart) return this.#log.warn({ err: error }, 'the Kafka consumer lost its group and joins again');
      if (isWithoutCoordinator(error)) this.#connecting = this.#connectAgain();
      else this.#options.onFailure(error);
    });
  }

  async #connectAgain(): Promise<void> {
    await pause(LONGEST_RETRY_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    await this.#connect();
  }

  async #connect(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#consumer.connect();
        await this.#consumer.subscribe({ topics: [...this.#options.topics], fromBeginning: true });
        return await this.#consumer.run({
          autoCommit: false,
          eachBatchAutoResolve: false,
          partitionsConsumedConcurrently: this.#options.partitionsAtOnce,
          eachBatch: (payload) => this.#take(payload),
        });
      } catch (error) {
        this.#log.warn({ err: error }, 'Kafka cannot be reached, trying again');
        await pause(LONGEST_RETRY_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      }
    }
  }

  /** kafkajs fetches nothing while a batch is worked on, so a slow one gives way: its partition rests, all others go on. */
  async #take(payload: EachBatchPayload): Promise<void> {
    const { topic, partition } = payload.batch;
    const name = `${topic}/${partition}`;
    const partitions = [{ topic, partitions: [partition] }];
    const applying = this.#working.get(name) ?? this.#apply(payload).finally(() => this.#working.delete(name));
    this.#working.set(name, applying);

    const { promise: tooLong, resolve } = Promise.withResolvers<'slow'>();
    const retryTime = setTimeout(resolve, DEADLINE_MS, 'slow' as const);
    const first = await Promise.race([applying, tooLong]).finally(() => clearTimeout(retryTime));
    if (first !== 'slow') return;
    quietly(() => this.#consumer.pause(partitions));
    // A batch that failed in the meantime is fetched again from where it came.
    void applying.catch(() => undefined).then(() => quietly(() => this.#consumer.resume(partitions)));
  }

  async #apply({ batch, resolveOffset }: EachBatchPayload): Promise<void> {
    const deal = this.#deal;
    const end = BigInt(batch.lastOffset()) + 1n;
    const advance: RecordBatch['advance'] = (offset) => {
      if (deal !== this.#deal) return false;
      quietly(() => resolveOffset(String(offset - 1n)));
      return true;
    };
    const records = batch.messages.map(({ offset, key, value, headers = {} }) => ({
      offset: BigInt(offset),
      key,
      value,
      headers: headers as Record<string, Buffer | string | undefined>,
    }));
    await this.#options.apply({ topic: batch.topic, partition: batch.partition, records, end, advance });
    if (advance(end)) this.#options.onProgress?.({ topic: batch.topic, partition: batch.partition, offset: end });
  }
}

/** kafkajs rejects these between two memberships, when they have lost their meaning anyway. */
function quietly(run: () => void): void {
  try {
    run();
  } catch {
    // The next membership begins at what was committed.
  }
}

/** A broker that is just leaving responds so; kafkajs takes it for the end. */
export const isWithoutCoordinator = ({ name, cause }: Error): boolean =>
  name === 'KafkaJSGroupCoordinatorNotFound' || (cause instanceof Error && isWithoutCoordinator(cause));
