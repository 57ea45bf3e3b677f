import { setTimeout as pause } from 'node:timers/promises';
import { Consumer, type FetchOptions, ListOffsetTimestamps, type RecordsBatch } from '@platformatic/kafka';
import type { Log } from '../../telemetry/log.ts';
import type { ConsumerOptions, IncomingRecord, Position, RecordConsumer, TopicPartition } from './client.ts';
import { LAST_WORDS_MS, LONGEST_RETRY_MS, DEADLINE_MS } from './limits.ts';
import { type Connection, isCausedBy } from './platformatic-connection.ts';

const CONTROL_BATCH = 0b10_0000;
const PARTITION_BYTES_MAX = 1024 ** 2;
const UNKNOWN_EPOCH = -1;
/** The group speaks of partitions in another way, or does not let this client in: trying again would change nothing. */
const FOR_GOOD = ['INCONSISTENT_GROUP_PROTOCOL', 'GROUP_AUTHORIZATION_FAILED', 'TOPIC_AUTHORIZATION_FAILED'];

export const consumeByPlatformatic = (connection: Connection, options: ConsumerOptions, log: Log): RecordConsumer =>
  new PlatformaticConsumer(connection, options, log);

type Assigned = TopicPartition & { name: string; offset: bigint };

/** A membership in a group, with a loop of fetches of its own: this library's streams know no single partition that rests. */
class PlatformaticConsumer implements RecordConsumer {
  readonly #connection: Connection;
  readonly #options: ConsumerOptions;
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #working = new Map<string, Promise<void>>();
  /** What was dealt to this member, with where each partition goes on; anew with each deal. */
  #assigned: Map<string, Assigned> = new Map();
  #deal = 0;
  #member: Consumer | undefined;
  readonly #running: Promise<void>;

  constructor(connection: Connection, options: ConsumerOptions, log: Log) {
    this.#connection = connection;
    this.#options = options;
    this.#log = log;
    this.#running = this.#run();
  }

  async commit(positions: readonly Position[]): Promise<void> {
    if (!this.#member?.isActive()) throw new Error('not a member of the group');
    const dealt = positions.filter(({ topic, partition }) => this.#assigned.has(`${topic}/${partition}`));
    if (dealt.length === 0) return;
    await this.#member.commit({ offsets: dealt.map((position) => ({ ...position, leaderEpoch: UNKNOWN_EPOCH })) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#working.values());
    await Promise.race([this.#running, pause(LAST_WORDS_MS, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#belong();
      } catch (error) {
        if (signal.aborted) return;
        this.#options.onMembership?.(false);
        if (FOR_GOOD.some((code) => isCausedBy(error, code))) return this.#options.onFailure(error as Error);
        this.#log.warn({ err: error }, 'Kafka cannot be reached, trying again');
        await pause(LONGEST_RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** One membership, until it is lost. Fetches have a client of their own: a broker responds to each connection in order, and a fetch waits. */
  async #belong(): Promise<void> {
    await using resources = new AsyncDisposableStack();
    const open = () => {
      const consumer = new Consumer({
        ...this.#connection,
        groupId: this.#options.groupId,
        sessionTimeout: this.#options.sessionTimeoutMs,
        heartbeatInterval: this.#options.heartbeatMs,
        rebalanceTimeout: this.#options.sessionTimeoutMs,
      });
      consumer.topics.trackAll(...this.#options.topics);
      resources.defer(() =>
        Promise.race([consumer.close(true).catch(() => undefined), pause(LAST_WORDS_MS, undefined, { ref: false })]),
      );
      return consumer;
    };
    const [member, fetcher] = [open(), open()];
    this.#member = member;
    resources.defer(() => {
      this.#member = undefined;
      this.#deal += 1;
    });
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    // The library reports here what it could not recover from.
    for (const one of [member, fetcher]) (one as NodeJS.EventEmitter).on('error', lost.reject);
    let generation = 0;
    let isDealt = false;
    const dealt = () => {
      if (member.generationId === generation) return;
      generation = member.generationId;
      isDealt = true;
      this.#deal += 1;
    };
    member.on('consumer:group:join', dealt);
    await member.joinGroup({});
    dealt();
    while (!this.#stop.signal.aborted) {
      if (isDealt) {
        isDealt = false;
        await Promise.race([this.#takeDeal(member), lost.promise]);
      }
      await Promise.race([this.#fetch(fetcher), lost.promise]);
    }
  }

  /** Where the group has committed each partition, or its first record. */
  async #takeDeal(member: Consumer): Promise<void> {
    const assignments = member.assignments ?? [];
    const names = assignments.map(({ topic }) => topic);
    const [committed, first] = await Promise.all([
      assignments.length > 0 ? member.listCommittedOffsets({ topics: assignments.map(sorted) }) : new Map(),
      names.length > 0 ? member.listOffsets({ topics: names, timestamp: ListOffsetTimestamps.EARLIEST }) : new Map(),
    ]);
    const dealt = assignments.flatMap(({ topic, partitions }) =>
      partitions.map((partition): Assigned => {
        const [done = -1n, start = 0n] = [committed.get(topic)?.[partition], first.get(topic)?.[partition]];
        return { topic, partition, name: `${topic}/${partition}`, offset: done > start ? done : start };
      }),
    );
    this.#assigned = new Map(dealt.map((one) => [one.name, one]));
    this.#options.onMembership?.(true);
  }

  async #fetch(fetcher: Consumer): Promise<void> {
    const deal = this.#deal;
    const idle = [...this.#assigned.values()].filter(({ name }) => !this.#working.has(name));
    if (idle.length > 0) {
      const { topics } = await fetcher.metadata({ topics: [...this.#options.topics] });
      const leaderOf = ({ topic, partition }: TopicPartition) => topics.get(topic)?.partitions[partition]?.leader ?? -1;
      const fetches = [...Map.groupBy(idle, leaderOf)].map(async ([node, partitions]) => {
        const wanted = requestsOf(partitions, (topic) => topics.get(topic)!.id);
        const { responses } = await fetcher.fetch({ node, topics: wanted, maxWaitTime: this.#waitMs() });
        for (const one of partitions) {
          const response = responses
            .find(({ topicId }) => topicId === topics.get(one.topic)?.id)
            ?.partitions.find(({ partitionIndex }) => partitionIndex === one.partition);
          if (deal === this.#deal && response?.records?.length) this.#take(one, response.records);
        }
      });
      const outcomes = await Promise.allSettled(fetches);
      for (const outcome of outcomes) if (outcome.status === 'rejected') await this.#recover(fetcher, outcome.reason);
    } else if (this.#working.size === 0) {
      // Nothing was dealt to this member: the next deal may.
      await pause(this.#options.heartbeatMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
    const everybody = Promise.all(this.#working.values());
    await Promise.race([everybody, pause(DEADLINE_MS, undefined, { ref: false })]);
  }

  /** Briefly while a partition is being applied, which else would wait for an idle fetch of the others. */
  #waitMs(): number {
    return this.#working.size > 0 ? Math.min(DEADLINE_MS, this.#options.maxWaitMs) : this.#options.maxWaitMs;
  }

  /** A log that was truncated, or a leader that moved: both are resolved anew. */
  async #recover(fetcher: Consumer, error: unknown): Promise<void> {
    fetcher.clearMetadata();
    if (!isCausedBy(error, 'OFFSET_OUT_OF_RANGE')) throw error;
    const topics = [...this.#options.topics];
    const first = await fetcher.listOffsets({ topics, timestamp: ListOffsetTimestamps.EARLIEST });
    for (const one of this.#assigned.values()) {
      const start = first.get(one.topic)?.[one.partition] ?? 0n;
      if (one.offset < start) one.offset = start;
    }
  }

  #take(assigned: Assigned, batches: readonly RecordsBatch[]): void {
    const applying = this.#apply(assigned, batches)
      .catch((error: unknown) => this.#log.warn({ err: error, partition: assigned.name }, 'a batch comes again'))
      .finally(() => this.#working.delete(assigned.name));
    this.#working.set(assigned.name, applying);
  }

  async #apply(assigned: Assigned, batches: readonly RecordsBatch[]): Promise<void> {
    const { topic, partition } = assigned;
    const deal = this.#deal;
    const advance = (offset: bigint) => {
      if (deal !== this.#deal) return false;
      assigned.offset = offset;
      return true;
    };
    const last = batches.at(-1)!;
    const end = last.firstOffset + BigInt(last.lastOffsetDelta) + 1n;
    const records = batches.flatMap(recordsOf).filter(({ offset }) => offset >= assigned.offset);
    if (records.length > 0) await this.#options.apply({ topic, partition, records, end, advance });
    if (advance(end)) this.#options.onProgress?.({ topic, partition, offset: end });
  }
}

const sorted = ({ topic, partitions }: { topic: string; partitions: number[] }) => ({
  topic,
  partitions: partitions.toSorted((one, other) => one - other),
});

type FetchRequestTopic = FetchOptions<Buffer, Buffer, Buffer, Buffer>['topics'][number];

const requestsOf = (partitions: readonly Assigned[], idOf: (topic: string) => string): FetchRequestTopic[] =>
  [...Map.groupBy(partitions, ({ topic }) => topic)].map(([topic, some]) => ({
    topicId: idOf(topic),
    partitions: some.map(({ partition, offset }) => ({
      partition,
      currentLeaderEpoch: UNKNOWN_EPOCH,
      fetchOffset: offset,
      lastFetchedEpoch: UNKNOWN_EPOCH,
      partitionMaxBytes: PARTITION_BYTES_MAX,
    })),
  }));

const recordsOf = ({ attributes, firstOffset, records }: RecordsBatch): IncomingRecord[] =>
  (attributes & CONTROL_BATCH) !== 0
    ? []
    : records.map(({ offsetDelta, key, value, headers }) => ({
        offset: firstOffset + BigInt(offsetDelta),
        key,
        value,
        headers: Object.fromEntries(headers.map(([name, text]) => [String(name), text ?? undefined])),
      }));
