import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createInterface } from 'node:readline';
import { Kafka, type KafkaMessage, logLevel, type Message } from 'kafkajs';
import { withAdmin } from '../infrastructure/topics.ts';
import { waitFor } from '../wait.ts';

const READ_DEADLINE_MS = 60_000;
const RECORDS_AT_ONCE = 500;

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
  const consumer = kafka(brokers).consumer({ groupId: `copy-${randomUUID()}`, maxWaitTimeInMs: 100 });
  let records = 0;
  await consumer.connect();
  try {
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({
      eachBatch: async ({ batch: { topic, partition, messages }, resolveOffset, heartbeat }) => {
        for (const message of messages) {
          output.write(`${JSON.stringify(lineOf(topic, partition, message))}\n`);
          records += 1;
          resolveOffset(message.offset);
        }
        const name = `${topic}/${partition}`;
        if (Number(messages.at(-1)?.offset ?? -1) + 1 >= (ends.get(name) ?? 0)) ends.delete(name);
        await heartbeat();
      },
    });
    await waitFor('the topics are read', () => ends.size === 0, { deadlineMs: READ_DEADLINE_MS });
  } finally {
    await consumer.disconnect();
  }
  await finished(output.end());
  return records;
}

/** In order for each partition, so in order for each key. */
export async function restoreTopics(brokers: string, file: string): Promise<number> {
  const producer = kafka(brokers).producer({ idempotent: true, maxInFlightRequests: 1 });
  let records = 0;
  await producer.connect();
  try {
    let lines: Line[] = [];
    const send = async () => {
      const topicMessages = [...Map.groupBy(lines, ({ topic }) => topic)].map(([topic, some]) => ({
        topic,
        messages: some.map(messageOf),
      }));
      if (lines.length > 0) await producer.sendBatch({ topicMessages });
      records += lines.length;
      lines = [];
    };
    for await (const line of createInterface({ input: createReadStream(file) })) {
      lines.push(JSON.parse(line) as Line);
      if (lines.length === RECORDS_AT_ONCE) await send();
    }
    await send();
  } finally {
    await producer.disconnect();
  }
  return records;
}

const kafka = (brokers: string): Kafka =>
  new Kafka({ clientId: 'restore-drill', brokers: brokers.split(','), logLevel: logLevel.NOTHING });

/** Where each partition that holds something ends now. */
const endsOf = (brokers: string, topics: readonly string[]): Promise<Map<string, number>> =>
  withAdmin(brokers, async (admin) => {
    const ends = new Map<string, number>();
    for (const topic of topics) {
      for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
        if (Number(high) > Number(low)) ends.set(`${topic}/${partition}`, Number(high));
      }
    }
    return ends;
  });

const lineOf = (topic: string, partition: number, { key, value, headers = {} }: KafkaMessage): Line => ({
  topic,
  partition,
  key: key?.toString() ?? null,
  value: value?.toString() ?? null,
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
});

const messageOf = ({ partition, key, value, headers }: Line): Message => ({ partition, key, value, headers });
