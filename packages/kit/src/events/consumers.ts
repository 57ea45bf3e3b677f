import type { Applying } from './apply-events.ts';
import { applyInOrder } from './apply-in-order.ts';
import { type Event, readEvent } from './event.ts';
import type { Consumer } from './subscribe.ts';
import type { KafkaClient, Position, RecordBatch, RecordConsumer } from './kafka/client.ts';
import { consumerConnected } from '../telemetry/metrics.ts';
import { kindOf } from './outbox.ts';

export {
  type Consumer,
  type EventFacts,
  subscribe,
  type Heard,
  type HeardEvent,
  type Subscription,
} from './subscribe.ts';

const PARTITIONS_AT_ONCE = 4;
/**
 * The broker answers as soon as there is something; this bounds an idle wait, and with it what idle services cost: half of the
 * processor time that they and Kafka use at rest. A partition that was passed over is fetched again no later than this.
 */
const FETCH_WAIT_MS = 1_000;
/** How long the group waits for a consumer that was killed, and so does the one that takes its place. No handler outlasts it: a slow one goes on beside the heartbeats. */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/**
 * What a crash leaves uncommitted comes again and finds its inbox marks. Offsets are as old as this when they are told: longer than
 * the 600 ms at most that PostgreSQL takes to write down what did not wait for the disk (three times `wal_writer_delay`).
 */
const COMMIT_EVERY_MS = 1_000;

type Options<C> = Applying<C> & { kafka: KafkaClient; topicPrefix: string; consumers: readonly Consumer<C>[] };

/** Hears the topics as one consumer group: at least once from Kafka, applied once here. Kafka need not be there yet. */
export function startConsumers<C>(options: Options<C>): AsyncDisposable {
  if (options.consumers.length === 0) return new AsyncDisposableStack();
  const hearing = new Hearing(options);
  return { [Symbol.asyncDispose]: () => hearing.stop() };
}

export const consumerGroup = (topicPrefix: string, service: string): string => topicPrefix + service;

type Positions = Map<string, Position>;

class Hearing<C> {
  readonly #options: Options<C>;
  readonly #consumer: RecordConsumer;
  readonly #byTopic: ReadonlyMap<string, Consumer<C>>;
  readonly #stop = new AbortController();
  /** Where each partition goes on, since the last round of commits; and what the next round tells Kafka. */
  #reached: Positions = new Map();
  #due: Positions = new Map();
  /** Grows with each membership; what was reached in an earlier one must not be committed any more. */
  #membership = 0;
  #isCommitting = false;
  readonly #commits: NodeJS.Timeout;

  constructor(options: Options<C>) {
    this.#options = options;
    this.#byTopic = new Map(options.consumers.map((entry) => [options.topicPrefix + entry.topic, entry]));
    consumerConnected.set({ group: options.service }, 0);
    this.#consumer = options.kafka.consume({
      groupId: consumerGroup(options.topicPrefix, options.service),
      topics: [...this.#byTopic.keys()],
      maxWaitMs: FETCH_WAIT_MS,
      sessionTimeoutMs: SESSION_MS,
      heartbeatMs: HEARTBEAT_MS,
      partitionsAtOnce: PARTITIONS_AT_ONCE,
      apply: (batch) => this.#apply(batch),
      onMembership: (isMember) => this.#belongs(isMember),
      onFailure: (error) => {
        options.log.error({ err: error }, 'the Kafka consumer crashed');
        // Nobody would hear again: the process ends, so that a fresh one takes its place.
        setImmediate(() => fail(error));
      },
    });
    this.#commits = setInterval(() => void this.#commit(), COMMIT_EVERY_MS);
  }

  /** What Kafka was not told of yet comes again to whoever takes over, and finds its inbox marks. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#commits);
    await this.#consumer[Symbol.asyncDispose]();
  }

  #belongs(isMember: boolean): void {
    this.#membership += 1;
    this.#reached.clear();
    this.#due.clear();
    consumerConnected.set({ group: this.#options.service }, isMember ? 1 : 0);
  }

  async #apply({ topic, partition, records, end, advance }: RecordBatch): Promise<void> {
    const consumer = this.#byTopic.get(topic)!;
    const offsetOf = new Map<Event, bigint>();
    for (const record of records) {
      const event = readEvent(consumer.topic, record);
      if (event && consumer.on[kindOf(event.key)]) offsetOf.set(event, record.offset);
    }
    const goOnAt = (offset: bigint) => {
      if (advance(offset)) this.#reached.set(`${topic}/${partition}`, { topic, partition, offset });
    };
    const { signal } = this.#stop;
    const applied = (event: Event) => goOnAt(offsetOf.get(event)! + 1n);
    await applyInOrder(this.#options, consumer, [...offsetOf.keys()], { signal, applied });
    if (!signal.aborted) goOnAt(end);
  }

  async #commit(): Promise<void> {
    if (this.#isCommitting) return;
    const [due, membership] = [this.#due, this.#membership];
    this.#due = this.#reached;
    this.#reached = new Map();
    if (due.size === 0) return;
    this.#isCommitting = true;
    try {
      await this.#consumer.commit([...due.values()]);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'offsets not committed yet');
      if (membership === this.#membership) this.#due = new Map([...due, ...this.#due]);
    } finally {
      this.#isCommitting = false;
    }
  }
}

function fail(error: Error): never {
  throw error;
}
