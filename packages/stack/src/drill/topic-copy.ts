import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createInterface } from 'node:readline';
import type { IncomingRecord, OutgoingRecord } from '@estampa/kit/events/kafka/client';
import { kafkaAt, withAdmin } from '../infrastructure/topics.ts';
import { waitFor } from '../wait.ts';

const READ_DEADLINE_MS = 60_000;
const RECORDS_AT_ONCE = 500;
const FETCH_WAIT_MS = 100;
const SESSION_MS = 30_000;
const HEARTBEAT_MS = 3_000;
const CLIENT_ID = 'restore-drill';

type Line = {
  topic: string;
  partition: number;
  key: string | null;
  value: string | null;
  headers: Record<string, string>;
};

/**
 * Writes down what the topics hold, one record a line. Offsets of consumer groups are no part of it: records have other offsets
 * when they come back, and every group begins at the first, where its inbox marks tell it what it has applied.
 */
export async function copyTopics(brokers: string, topics: readonly string[], file: string): Promise<number> {
  const ends = await endsOf(brokers, topics);
  const output = createWriteStream(file);
  let records = 0;
  let failure: Error | undefined;
  {
    await using reading = new AsyncDisposableStack();
    const kafka = await kafkaAt(brokers, CLIENT_ID);
    const consumer = kafka.consume({
      groupId: `copy-${randomUUID()}`,
      topics,
      maxWaitMs: FETCH_WAIT_MS,
      sessionTimeoutMs: SESSION_MS,
      heartbeatMs: HEARTBEAT_MS,
      partitionsAtOnce: 1,
      async apply({ topic, partition, records: some, end, advance }) {
        for (const record of some) output.write(`${JSON.stringify(lineOf(topic, partition, record))}\n`);
        records += some.length;
        advance(end);
      },
      onProgress({ topic, partition, offset }) {
        const name = `${topic}/${partition}`;
        if (offset >= (ends.get(name) ?? 0n)) ends.delete(name);
      },
      onFailure: (error) => (failure = error),
    });
    reading.use(consumer);
    const isRead = () => {
      if (failure) throw failure;
      return ends.size === 0;
    };
    await waitFor('the topics are read', isRead, { deadlineMs: READ_DEADLINE_MS });
  }
  await finished(output.end());
  return records;
}

/** In order for each partition, so in order for each key. */
export async function restoreTopics(brokers: string, file: string): Promise<number> {
  await using producer = await (await kafkaAt(brokers, CLIENT_ID)).producer();
  let records = 0;
  let lines: Line[] = [];
  const send = async () => {
    if (lines.length > 0) await producer.send(lines.map(recordOf));
    records += lines.length;
    lines = [];
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    lines.push(JSON.parse(line) as Line);
    if (lines.length === RECORDS_AT_ONCE) await send();
  }
  await send();
  return records;
}

/** Where each partition that holds something ends now. */
const endsOf = (brokers: string, topics: readonly string[]): Promise<Map<string, bigint>> =>
  withAdmin(brokers, async (admin) => {
    const ends = new Map<string, bigint>();
    for (const topic of topics) {
      for (const { partition, high, low } of await admin.endsOf(topic)) {
        if (high > low) ends.set(`${topic}/${partition}`, high);
      }
    }
    return ends;
  });

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
