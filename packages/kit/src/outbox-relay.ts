import { setTimeout as pause } from 'node:timers/promises';
import { CompressionTypes, type Kafka, type Producer } from 'kafkajs';
import pg from 'pg';
import type { Log } from './log.ts';
import { outboxSent } from './metrics.ts';

const BATCH_EVENTS = 500;
/** A broker takes 1 MB at a time unless told otherwise; a single larger event passes because it is compressed. */
const BATCH_BYTES = 512 * 1024;
const COMPRESSED_FROM_BYTES = 64 * 1024;
/** A wake-up can be lost with its connection; the slow poll finds what it left behind. */
const SLOW_POLL_MS = 2_000;
const RETRY_MS = 1_000;
const PRUNE_EVERY_MS = 3_600_000;
const RELAY_LOCK = 7_301_002;

type Options = { databaseUrl: string; kafka: Kafka; topicPrefix: string; log: Log };

/** Publishes the outbox in order, one relay per service at a time: the one that holds the advisory lock. */
export async function startOutboxRelay(options: Options): Promise<AsyncDisposable> {
  const stop = new AbortController();
  const running = relayUntil(stop.signal, options);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

async function relayUntil(signal: AbortSignal, options: Options): Promise<void> {
  const producer = options.kafka.producer({ allowAutoTopicCreation: false, retry: { retries: 8 } });
  while (!signal.aborted) {
    try {
      await producer.connect();
      await relayOnConnection(signal, options, producer);
    } catch (error) {
      options.log.warn({ err: error }, 'outbox relay interrupted, trying again');
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  await producer.disconnect();
}

/** The lock, the wake-ups and all statements share one connection: when it is lost, so is the right to publish. */
async function relayOnConnection(signal: AbortSignal, options: Options, producer: Producer): Promise<void> {
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: 'outbox-relay' });
  const wake = wakeable(signal);
  client.on('notification', wake.now);
  client.on('error', wake.now);
  await client.connect();
  try {
    await takeLock(client, signal);
    await client.query('listen outbox');
    let pruneAt = 0;
    while (!signal.aborted) {
      if (Date.now() >= pruneAt) {
        for (const statement of PRUNE) await client.query(statement);
        pruneAt = Date.now() + PRUNE_EVERY_MS;
      }
      const sent = await relayBatch(client, producer, options.topicPrefix);
      if (sent === 0) await wake.next(SLOW_POLL_MS);
    }
  } finally {
    await client.end();
  }
}

async function takeLock(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [RELAY_LOCK]);
    if (rows[0].taken) return;
    await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function relayBatch(client: pg.Client, producer: Producer, topicPrefix: string): Promise<number> {
  const { rows } = await client.query({ name: 'unsent', text: UNSENT });
  if (rows.length === 0) return 0;

  const byTopic = Map.groupBy(rows, (row) => row.topic as string);
  const isLarge = Number(rows.at(-1).bytes_so_far) >= COMPRESSED_FROM_BYTES;
  await producer.sendBatch({
    acks: -1,
    compression: isLarge ? CompressionTypes.GZIP : CompressionTypes.None,
    topicMessages: [...byTopic].map(([topic, events]) => ({
      topic: topicPrefix + topic,
      messages: events.map((row) => ({
        key: row.key,
        value: row.payload,
        headers: {
          'event-id': row.event_id,
          'event-type': row.type,
          'occurred-at': row.occurred_at.toISOString(),
          'request-id': row.request_id,
          ...(row.traceparent && { traceparent: row.traceparent }),
        },
      })),
    })),
  });
  await client.query({ name: 'sent', text: SENT, values: [rows.map((row) => row.id)] });
  outboxSent.inc(rows.length);
  return rows.length;
}

const UNSENT = `
  select * from (
    select *, octet_length(payload) as bytes, sum(octet_length(payload)) over (order by id) as bytes_so_far
    from outbox where sent_at is null order by id limit ${BATCH_EVENTS}
  ) as next where bytes_so_far <= ${BATCH_BYTES} or bytes_so_far = bytes order by id`;
/** What nobody asks for any more. Idempotency keys are promised for 24 hours; inbox marks outlive any redelivery. */
const PRUNE = [
  `delete from outbox where sent_at < now() - interval '2 days'`,
  `delete from inbox where applied_at < now() - interval '14 days'`,
  `delete from idempotency_key where created_at < now() - interval '24 hours'`,
];
const SENT = 'update outbox set sent_at = now() where id = any($1)';

/** A sleep that a wake-up ends; one that comes while awake ends the next sleep at once. */
function wakeable(signal: AbortSignal) {
  let woken = false;
  let end = () => {};
  const now = () => {
    woken = true;
    end();
  };
  signal.addEventListener('abort', now, { once: true });
  return {
    now,
    async next(timeoutMs: number) {
      if (!woken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, timeoutMs);
        end = resolve;
        await promise;
        clearTimeout(timer);
      }
      woken = signal.aborted;
    },
  };
}
