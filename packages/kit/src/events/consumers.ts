import type { Applying } from './apply-events.ts';
import { applyInOrder } from './apply-in-order.ts';
import { newCall, runInCall } from '../rpc/call.ts';
import { waitForDurability } from '../postgres/durability.ts';
import { type Event, readEvent } from './event.ts';
import type { Consumer } from './subscribe.ts';
import type { KafkaClient, Position, RecordBatch, RecordConsumer } from './kafka/client.ts';
import { consumerConnected } from '../telemetry/metrics.ts';
import { consumerGroup, type Member } from './member.ts';
import { kindOf } from './outbox.ts';

export {
  type Consumer,
  type EventMetadata,
  subscribe,
  type Received,
  type ReceivedEvent,
  type Subscription,
} from './subscribe.ts';

const PARTITIONS_AT_ONCE = 4;
/**
 * The broker responds as soon as there is something; this bounds an idle wait, and with it what idle services cost: half of the
 * processor time that they and Kafka use at rest. A partition that was passed over is fetched again no later than this.
 */
const FETCH_WAIT_MS = 1_000;
/** How long the group waits for a consumer that was killed, and so does the one that takes its place. No handler outlasts it: a slow one goes on beside the heartbeats. */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/** What a crash leaves uncommitted comes again and finds its inbox marks. */
const COMMIT_EVERY_MS = 1_000;

type Options<C> = Applying<C> & Member & { kafka: KafkaClient; consumers: readonly Consumer<C>[] };

/** Consumes the topics as one consumer group: delivered at least once by Kafka, applied exactly once here. Kafka need not be up yet. */
export function startConsumers<C>(options: Options<C>): AsyncDisposable {
  if (options.consumers.length === 0) return new AsyncDisposableStack();
  const listening = new Listening(options);
  return { [Symbol.asyncDispose]: () => listening.stop() };
}

type Positions = Map<string, Position>;

class Listening<C> {
  readonly #options: Options<C>;
  readonly #consumer: RecordConsumer;
  readonly #byTopic: ReadonlyMap<string, Consumer<C>>;
  readonly #commitsAsynchronously: boolean;
  readonly #stop = new AbortController();
  /** Where each partition goes on, since the last round of commits. */
  #reached: Positions = new Map();
  /** Grows with each membership; what was reached in an earlier one must not be committed any more. */
  #membership = 0;
  #isCommitting = false;
  readonly #commits: NodeJS.Timeout;

  constructor(options: Options<C>) {
    this.#options = options;
    this.#byTopic = new Map(options.consumers.map((entry) => [options.topicPrefix + entry.topic, entry]));
    this.#commitsAsynchronously = options.consumers.some(
      ({ isRepublished, on }) => isRepublished || Object.values(on).some(({ upsertAtOnce }) => upsertAtOnce),
    );
    consumerConnected.set({ group: options.service }, 0);
    this.#consumer = options.kafka.consume({
      groupId: consumerGroup(options),
      topics: [...this.#byTopic.keys()],
      maxWaitMs: FETCH_WAIT_MS,
      sessionTimeoutMs: SESSION_MS,
      heartbeatMs: HEARTBEAT_MS,
      partitionsAtOnce: PARTITIONS_AT_ONCE,
      apply: (batch) => this.#apply(batch),
      onMembership: (isMember) => this.#belongs(isMember),
      onFailure: (error) => {
        options.log.error({ err: error }, 'the Kafka consumer crashed');
        // Nothing would be consumed any more: the process ends, so that a fresh one takes its place.
        setImmediate(() => fail(error));
      },
    });
    this.#commits = setInterval(() => void this.#commit(), COMMIT_EVERY_MS);
  }

  /** Uncommitted events come again to the next member, which finds their inbox marks. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#commits);
    await this.#consumer[Symbol.asyncDispose]();
  }

  #belongs(isMember: boolean): void {
    this.#membership += 1;
    this.#reached.clear();
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

  /** On a connection of the consumers' own, as what they apply. */
  #untilDurable(): Promise<void> {
    const call = newCall({ requestId: 'offsets', lane: 'consumers' });
    return runInCall(call, () => waitForDurability(this.#options.orm.em.fork()));
  }

  async #commit(): Promise<void> {
    if (this.#isCommitting || this.#reached.size === 0) return;
    const [due, membership] = [this.#reached, this.#membership];
    this.#reached = new Map();
    this.#isCommitting = true;
    try {
      if (this.#commitsAsynchronously) await this.#untilDurable();
      if (membership !== this.#membership) return;
      await this.#consumer.commit([...due.values()]);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'offsets not committed yet');
      if (membership === this.#membership) this.#reached = new Map([...due, ...this.#reached]);
    } finally {
      this.#isCommitting = false;
    }
  }
}

function fail(error: Error): never {
  throw error;
}
