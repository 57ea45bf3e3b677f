import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresAddress } from '../postgres/address.ts';
import type { Member } from './member.ts';
import type { Orm } from '../postgres/connect.ts';
import { type KafkaClient, type RecordProducer, RecordRejected } from './kafka/client.ts';
import type { Topic } from '@estampa/kernel/topics';
import type { Log } from '../telemetry/log.ts';
import { outboxRejected, outboxSent } from '../telemetry/metrics.ts';
import { markRejected, markSent, nextBatch, type OutboxRow, sendBatch } from './outbox-batch.ts';
import { alone, fenceLanes, type Lane, producerName, takeLane } from './relay-lanes.ts';
import { TopicStarts } from './topic-starts.ts';
import { relaySessionOptions } from '../postgres/session-settings.ts';
import { type Wakeable, wakeable } from './wakeable.ts';

/** A wake-up can be lost with its connection; the slow poll finds what it left behind. */
const SLOW_POLL_MS = 2_000;
const RETRY_MS = 1_000;
const LAST_WORDS_MS = 2_000;
/** Kafka forgets a transactional name, and with it its epoch, when it was not used for a week (`transactional.id.expiration.ms`). */
const PRODUCER_AGE_MS = 12 * 60 * 60_000;
const CONNECT_MS = 3_000;
const QUERY_MS = 10_000;

export type RelayOptions = Member & {
  orm: Orm;
  /** The server itself: a lock and wake-ups last as long as a session. */
  database: PostgresAddress;
  kafka: KafkaClient;
  /** Of this service. */
  topics: readonly Topic[];
  log: Log;
  /** Into how many the outbox is divided, by keys; each is published by one relay at a time, here or in another replica. */
  lanes?: number | undefined;
  /** How long one producer serves; the next one renews the name that fences. */
  producerAgeMs?: number;
};

type LaneOptions = RelayOptions & { lane: Lane };

/** Publishes the outbox, each key in order: one relay at a time for each lane of a service, the one that has its advisory lock. */
export async function startOutboxRelay({ lanes: of = 1, ...options }: RelayOptions): Promise<AsyncDisposable> {
  const stop = new AbortController();
  const lanes = Array.from({ length: of }, (_, index): Lane => ({ index, of }));
  const running = Promise.all(lanes.map((lane) => relayUntil(stop.signal, { ...options, lane })));
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.race([running, pause(LAST_WORDS_MS, undefined, { ref: false })]);
    },
  };
}

async function relayUntil(signal: AbortSignal, options: LaneOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await relayOnConnection(signal, options);
    } catch (error) {
      options.log.warn({ err: error }, 'outbox relay interrupted, trying again');
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The lock, the wake-ups and all statements share one connection: when it is lost, so is the right to publish. */
async function relayOnConnection(signal: AbortSignal, options: LaneOptions): Promise<void> {
  const client = new pg.Client({
    ...relaySessionOptions(),
    connectionString: options.database.url,
    ssl: options.database.ssl,
    stream: options.database.stream,
    application_name: 'outbox-relay',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    pipeline: true,
  });
  const wake = wakeable(signal);
  client.on('notification', wake.now);
  client.on('error', wake.now);
  await client.connect();
  try {
    await waitForLane(client, signal, options);
    await client.query('listen outbox');
    using here = options.orm.relay.runs(wake.now, options.lane);
    client.on('end', () => here[Symbol.dispose]());
    // One lane looks after all topics.
    const topics = options.lane.index === 0 ? options.topics : [];
    const whileAlone = <T>(body: () => Promise<T>) => alone(client, options.lane, body);
    await using starts = new TopicStarts(client, { ...options, topics, whileAlone });
    while (!signal.aborted) await relayWithOneProducer(client, signal, { wake, starts }, options);
  } finally {
    wake.forget();
    // A connection whose other end has vanished does not end gracefully either.
    const ended = client.end().catch(() => undefined);
    await Promise.race([ended, pause(LAST_WORDS_MS, undefined, { ref: false })]);
  }
}

async function waitForLane(client: pg.Client, signal: AbortSignal, options: LaneOptions): Promise<void> {
  const fence = (lanes: number) => fenceLanes(options, lanes, () => client.query('select'));
  while (!signal.aborted && !(await takeLane(client, options.lane, fence))) {
    await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

const nextProducer = (options: LaneOptions): Promise<RecordProducer> =>
  options.kafka.fencedProducer(producerName(options, options.lane.index));

/**
 * After a failed send it is unknown how far it came, so the next one is a new producer's, which fences this one's. Now and then the
 * producer is replaced anyway, so that its name is never forgotten.
 */
async function relayWithOneProducer(
  client: pg.Client,
  signal: AbortSignal,
  { wake, starts }: { wake: Wakeable; starts: TopicStarts },
  options: LaneOptions,
): Promise<void> {
  const producer = await nextProducer(options);
  const replaceAt = Date.now() + (options.producerAgeMs ?? PRODUCER_AGE_MS);
  try {
    for (let rows = await nextBatch(client, options.lane); !signal.aborted && Date.now() < replaceAt;) {
      if (await starts.hasLost()) {
        rows = await nextBatch(client, options.lane);
      } else if (rows.length === 0) {
        await wake.next(SLOW_POLL_MS);
        rows = await nextBatch(client, options.lane);
      } else {
        if (!(await sent(client, producer, rows, options))) return;
        // Both at once, so that newer events do not wait for the mark.
        [, rows] = await Promise.all([markSent(client, rows), nextBatch(client, options.lane)]);
      }
    }
  } finally {
    await producer[Symbol.asyncDispose]().catch(() => undefined);
  }
}

/** False when Kafka rejected one of the events: it is set aside, or searched for one by one. */
async function sent(
  client: pg.Client,
  producer: RecordProducer,
  rows: readonly OutboxRow[],
  options: LaneOptions,
): Promise<boolean> {
  try {
    await sendBatch(producer, options.topicPrefix, rows);
  } catch (error) {
    if (!(error instanceof RecordRejected)) throw error;
    await relayOneByOne(client, rows, error.code, options);
    return false;
  }
  outboxSent.inc(rows.length);
  return true;
}

async function relayOneByOne(
  client: pg.Client,
  rows: readonly OutboxRow[],
  rejection: string,
  options: LaneOptions,
): Promise<void> {
  const [row] = rows;
  if (row && rows.length === 1) {
    await markRejected(client, row, rejection);
    outboxRejected.inc({ topic: row.topic });
    const { event_id: eventId, topic, type, key, bytes } = row;
    options.log.error({ eventId, topic, type, key, bytes, rejection }, 'Kafka rejects an event for good');
    return;
  }
  for (const one of rows) {
    const producer = await nextProducer(options);
    try {
      // The newest producer of a relay that has lost its session in the meantime would fence the one that may publish.
      await client.query('select');
      if (await sent(client, producer, [one], options)) await markSent(client, [one]);
    } finally {
      await producer[Symbol.asyncDispose]().catch(() => undefined);
    }
  }
}
