import { setTimeout as pause } from 'node:timers/promises';
import type { Consumer as KafkaConsumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { Applying } from './apply-events.ts';
import { applyInOrder, backOff } from './apply-in-order.ts';
import { type Event, readEvent } from './event.ts';
import type { Consumer } from './hear.ts';
import { isWithoutCoordinator, LONGEST_RETRY_MS } from './kafka.ts';
import { consumerConnected } from './metrics.ts';
import { kindOf } from './outbox.ts';

export {
  type Consumer,
  type EventFacts,
  hear,
  hearAtOnce,
  type Heard,
  type HeardEvent,
  hearPayload,
  hearTogether,
  type Subscription,
} from './hear.ts';

const PARTITIONS_AT_ONCE = 4;
/**
 * The broker answers as soon as there is something; this bounds an idle wait, and with it what idle services cost: half of the
 * processor time that they and Kafka use at rest. A partition that was passed over is fetched again no later than this.
 */
const FETCH_WAIT_MS = 1_000;
/**
 * How long the group waits for a consumer that was killed, and so does the one that takes its place. No handler can outlast it,
 * since whatever takes longer than PATIENCE_MS goes on beside the fetching, which carries the heartbeats.
 */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/** The next fetch of all topics waits for one partition so long, then that partition is passed over until it is done. */
const PATIENCE_MS = 200;
/**
 * What a crash leaves uncommitted comes again and finds its inbox marks. Offsets are as old as this when they are told: longer than
 * the 600 ms at most that PostgreSQL takes to write down what did not wait for the disk (three times `wal_writer_delay`).
 */
const COMMIT_EVERY_MS = 1_000;
/** Without Kafka the farewell is not waited for any longer. */
const LAST_WORDS_MS = 2_000;

type Options<C> = Applying<C> & { kafka: Kafka; topicPrefix: string; consumers: readonly Consumer<C>[] };

/** Hears the topics as one consumer group: at least once from Kafka, applied once here. Kafka need not be there yet. */
export function startConsumers<C>(options: Options<C>): AsyncDisposable {
  if (options.consumers.length === 0) return new AsyncDisposableStack();
  const hearing = new Hearing(options);
  hearing.start();
  return { [Symbol.asyncDispose]: () => hearing.stop() };
}

export const consumerGroup = (topicPrefix: string, service: string): string => topicPrefix + service;

type Offsets = Map<string, { topic: string; partition: number; offset: string }>;

class Hearing<C> {
  readonly #options: Options<C>;
  readonly #consumer: KafkaConsumer;
  readonly #byTopic: ReadonlyMap<string, Consumer<C>>;
  readonly #stop = new AbortController();
  /** What is being applied, by partition. */
  readonly #working = new Map<string, Promise<void>>();
  /** Where each partition goes on, since the last round of commits; and what the next round tells Kafka. */
  #reached: Offsets = new Map();
  #due: Offsets = new Map();
  /** Grows whenever partitions are dealt anew; who began before must not move offsets any more. */
  #deal = 0;
  #connecting: Promise<void> = Promise.resolve();
  #isCommitting = false;
  #commits: NodeJS.Timeout | undefined;

  constructor(options: Options<C>) {
    this.#options = options;
    this.#byTopic = new Map(options.consumers.map((entry) => [options.topicPrefix + entry.topic, entry]));
    this.#consumer = options.kafka.consumer({
      groupId: consumerGroup(options.topicPrefix, options.service),
      maxWaitTimeInMs: FETCH_WAIT_MS,
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      allowAutoTopicCreation: false,
      retry: { retries: Number.MAX_SAFE_INTEGER, maxRetryTime: LONGEST_RETRY_MS },
    });
  }

  start(): void {
    consumerConnected.set({ group: this.#options.service }, 0);
    const { GROUP_JOIN, CRASH } = this.#consumer.events;
    this.#consumer.on(GROUP_JOIN, () => {
      this.#deal += 1;
      this.#reached.clear();
      this.#due.clear();
      consumerConnected.set({ group: this.#options.service }, 1);
    });
    this.#consumer.on(CRASH, ({ payload: { error, restart } }) => {
      consumerConnected.set({ group: this.#options.service }, 0);
      this.#options.log.error({ err: error, restart }, 'the Kafka consumer crashed');
      if (restart) return;
      if (isWithoutCoordinator(error)) this.#connecting = this.#connectAgain();
      // Nobody would hear again: the process ends, so that a fresh one takes its place.
      else setImmediate(() => fail(error));
    });
    this.#connecting = this.#connect();
    this.#commits = setInterval(() => void this.#commit(), COMMIT_EVERY_MS);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#commits);
    await Promise.all(this.#working.values());
    // What Kafka was not told of yet comes again to whoever takes over, and finds its inbox marks.
    await Promise.race([this.#connecting, pause(LAST_WORDS_MS, undefined, { ref: false })]);
    const left = this.#consumer.disconnect().catch(() => undefined);
    await Promise.race([left, pause(LAST_WORDS_MS, undefined, { ref: false })]);
  }

  async #connectAgain(): Promise<void> {
    await pause(LONGEST_RETRY_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    await this.#connect();
  }

  async #connect(): Promise<void> {
    for (let tries = 1; !this.#stop.signal.aborted; tries += 1) {
      try {
        await this.#consumer.connect();
        await this.#consumer.subscribe({ topics: [...this.#byTopic.keys()], fromBeginning: true });
        return await this.#consumer.run({
          autoCommit: false,
          eachBatchAutoResolve: false,
          partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
          eachBatch: (payload) => this.#take(payload),
        });
      } catch (error) {
        this.#options.log.warn({ err: error, tries }, 'Kafka cannot be reached, trying again');
        await backOff(tries, this.#stop.signal);
      }
    }
  }

  /** kafkajs fetches nothing while a batch is worked on, so a slow one gives way: its partition rests, all others go on. */
  async #take(payload: EachBatchPayload): Promise<void> {
    const { topic, partition } = payload.batch;
    const name = `${topic}/${partition}`;
    const partitions = [{ topic, partitions: [partition] }];
    const before = this.#working.get(name);
    const work = before ?? this.#apply(payload).finally(() => this.#working.delete(name));
    this.#working.set(name, work);

    const { promise: tooLong, resolve } = Promise.withResolvers<'slow'>();
    const patience = setTimeout(resolve, PATIENCE_MS, 'slow' as const);
    const first = await Promise.race([work, tooLong]);
    clearTimeout(patience);
    if (first !== 'slow') return;
    quietly(() => this.#consumer.pause(partitions));
    void work.then(() => quietly(() => this.#consumer.resume(partitions)));
  }

  async #apply({ batch, resolveOffset }: EachBatchPayload): Promise<void> {
    const consumer = this.#byTopic.get(batch.topic)!;
    const deal = this.#deal;
    const offsetOf = new Map<Event, string>();
    for (const message of batch.messages) {
      const event = readEvent(consumer.topic, message);
      if (event && consumer.on[kindOf(event.key)]) offsetOf.set(event, message.offset);
    }
    const goOnAfter = (offset: string) => {
      if (deal !== this.#deal) return;
      quietly(() => resolveOffset(offset));
      const next = { topic: batch.topic, partition: batch.partition, offset: String(BigInt(offset) + 1n) };
      this.#reached.set(`${batch.topic}/${batch.partition}`, next);
    };
    const { signal } = this.#stop;
    const applied = (event: Event) => goOnAfter(offsetOf.get(event)!);
    await applyInOrder(this.#options, consumer, [...offsetOf.keys()], { signal, applied });
    if (!signal.aborted) goOnAfter(batch.lastOffset());
  }

  async #commit(): Promise<void> {
    if (this.#isCommitting) return;
    const [due, deal] = [this.#due, this.#deal];
    this.#due = this.#reached;
    this.#reached = new Map();
    if (due.size === 0) return;
    this.#isCommitting = true;
    try {
      await this.#consumer.commitOffsets([...due.values()]);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'offsets not committed yet');
      if (deal === this.#deal) this.#due = new Map([...due, ...this.#due]);
    } finally {
      this.#isCommitting = false;
    }
  }
}

/** kafkajs refuses these between two memberships, when they have lost their meaning anyway. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The next membership begins at what was committed.
  }
}

function fail(error: Error): never {
  throw error;
}
