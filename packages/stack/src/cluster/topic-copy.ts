import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { IncomingRecord, KafkaClient, OutgoingRecord } from '@estampa/kit/events/kafka/client';
import { GiveUp, waitFor } from '../wait.ts';

/** A copy of millions of records takes long; it is given up when nothing more comes. */
const READ_DEADLINE_MS = 6 * 60 * 60_000;
const QUIET_MS = 60_000;
const LEADERS_DEADLINE_MS = 30_000;
const RECORDS_AT_ONCE = 500;
const FETCH_WAIT_MS = 100;
const SESSION_MS = 30_000;
const HEARTBEAT_MS = 3_000;
/** A copy reads in a group with this prefix and a random ending; access lists permit the prefix. */
const GROUP_PREFIX = 'estampa-copy-';

type Line = {
  topic: string;
  partition: number;
  key: string | null;
  value: string | null;
  headers: Record<string, string>;
};

/**
 * Writes the current records of the topics to a file, one JSON record a line, compressed by gzip; returns the number of
 * records. Offsets of consumer groups are not included: restored records have other offsets, so every group starts at
 * the first one, and its inbox knows what it has applied. Rejects when Kafka sends nothing for a minute, or a consumer
 * fails.
 */
export async function copyTopics(kafka: KafkaClient, topics: readonly string[], file: string): Promise<number> {
  const ends = await endsOf(kafka, topics);
  const output = createGzip();
  const written = pipeline(output, createWriteStream(file));
  let records = 0;
  let progressAt = Date.now();
  let failure: Error | undefined;
  {
    await using reading = new AsyncDisposableStack();
    const consumer = kafka.consume({
      groupId: GROUP_PREFIX + randomUUID(),
      topics,
      maxWaitMs: FETCH_WAIT_MS,
      sessionTimeoutMs: SESSION_MS,
      heartbeatMs: HEARTBEAT_MS,
      partitionsAtOnce: 1,
      async apply({ topic, partition, records: some, end, advance }) {
        const lines = some.map((record) => `${JSON.stringify(lineOf(topic, partition, record))}\n`).join('');
        if (lines && !output.write(lines)) await once(output, 'drain');
        records += some.length;
        advance(end);
      },
      onProgress({ topic, partition, offset }) {
        progressAt = Date.now();
        const name = `${topic}/${partition}`;
        if (offset >= (ends.get(name) ?? 0n)) ends.delete(name);
      },
      onFailure: (error) => (failure = error),
    });
    reading.use(consumer);
    const isRead = () => {
      if (failure) throw new GiveUp('the topics cannot be read', { cause: failure });
      if (Date.now() - progressAt > QUIET_MS) throw new GiveUp(`no records for ${QUIET_MS} ms`);
      return ends.size === 0;
    };
    await waitFor('the topics are read', isRead, { deadlineMs: READ_DEADLINE_MS });
  }
  output.end();
  await written;
  return records;
}

/**
 * Fills empty topics with the records of a copy, in order for each partition and so for each key; returns the number of
 * records. Rejects before it writes when a topic has records already, as older ones would follow them.
 */
export async function restoreTopics(kafka: KafkaClient, topics: readonly string[], file: string): Promise<number> {
  // Brokers that have just made a topic may not lead it yet.
  const filled = await waitFor('the topics are led', () => endsOf(kafka, topics), { deadlineMs: LEADERS_DEADLINE_MS });
  if (filled.size > 0) throw new Error(`Make the topics anew first; records are in ${[...filled.keys()].join(', ')}`);
  await using producer = await kafka.producer();
  let records = 0;
  let lines: Line[] = [];
  const send = async () => {
    if (lines.length > 0) await producer.send(lines.map(recordOf));
    records += lines.length;
    lines = [];
  };
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    lines.push(JSON.parse(line) as Line);
    if (lines.length === RECORDS_AT_ONCE) await send();
  }
  await send();
  return records;
}

/** End offsets of all partitions that have records. */
async function endsOf(kafka: KafkaClient, topics: readonly string[]): Promise<Map<string, bigint>> {
  await using admin = await kafka.admin();
  const ends = new Map<string, bigint>();
  for (const topic of topics) {
    for (const { partition, high, low } of await admin.endsOf(topic)) {
      if (high > low) ends.set(`${topic}/${partition}`, high);
    }
  }
  return ends;
}

const lineOf = (topic: string, partition: number, { key, value, headers }: IncomingRecord): Line => ({
  topic,
  partition,
  key: key?.toString() ?? null,
  value: value?.toString() ?? null,
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
});

const recordOf = ({ topic, partition, key, value, headers }: Line): OutgoingRecord => ({
  topic,
  partition,
  key,
  value,
  headers,
});
