import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OutgoingRecord } from '@estampa/kit/events/kafka/client';
import { newId } from '@estampa/kernel/ids';
import { TOPICS } from '@estampa/kernel/topics';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, expect, it } from 'vitest';
import { createBucket } from '../src/infrastructure/object-store.ts';
import { createTopics, deleteTopics, kafkaAt } from '../src/infrastructure/topics.ts';
import { REPOSITORY } from '../src/paths.ts';
import { waitFor } from '../src/wait.ts';

const TEST_MS = 120_000;
const PARTITIONS = 3;
const BUCKET = `copies-${newId()}`;
const prefix = `copied-${newId()}.`;
const { kafka, objectStore } = currentTestRun().infrastructure;

afterAll(() => deleteTopics(kafka.brokers, TOPICS, prefix));

/** Of the tools' image, as a job of the cluster runs it. */
async function run(entry: string, environment: Record<string, string> = {}): Promise<string> {
  const { endpoint, region, accessKeyId, secretAccessKey } = objectStore;
  const env = {
    PATH: process.env.PATH,
    KAFKA_BROKERS: kafka.brokers,
    KAFKA_TOPIC_PREFIX: prefix,
    ESTAMPA_S3_ENDPOINT: endpoint,
    ESTAMPA_S3_REGION: region,
    ESTAMPA_S3_ACCESS_KEY_ID: accessKeyId,
    ESTAMPA_S3_SECRET_ACCESS_KEY: secretAccessKey,
    ESTAMPA_BUCKET: BUCKET,
    ...environment,
  };
  const path = join(REPOSITORY, 'packages/stack/src/cluster', entry);
  const { stdout } = await promisify(execFile)(process.execPath, [path], { env });
  return stdout.trim();
}

/** All that stands in the topics, in the order of each partition. */
async function records(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const client = await kafkaAt(kafka.brokers);
  const ends = new Map<string, bigint>();
  {
    await using admin = await client.admin();
    for (const topic of TOPICS.map((name) => prefix + name))
      for (const { partition, high } of await admin.endsOf(topic))
        if (high > 0n) ends.set(`${topic}/${partition}`, high);
  }
  await using consumer = client.consume({
    groupId: `reads-${newId()}`,
    topics: TOPICS.map((topic) => prefix + topic),
    maxWaitMs: 100,
    sessionTimeoutMs: 6_000,
    heartbeatMs: 1_000,
    partitionsAtOnce: 1,
    async apply({ topic, partition, records: some, end, advance }) {
      for (const { key, value, headers } of some)
        (found[`${topic}/${partition}`] ??= []).push([key, value, headers['event-id']].join(' '));
      advance(end);
    },
    onProgress: ({ topic, partition, offset }) =>
      offset >= (ends.get(`${topic}/${partition}`) ?? 0n) && ends.delete(`${topic}/${partition}`),
    onFailure: (error) => expect.unreachable(error.message),
  });
  await waitFor('all is read', () => ends.size === 0, { deadlineMs: TEST_MS });
  void consumer;
  return found;
}

it(
  'topics come back from a copy in the bucket, in the order of their partitions, and only into empty ones',
  async () => {
    await createBucket(objectStore, BUCKET);
    await createTopics(kafka.brokers, TOPICS, { prefix, partitions: PARTITIONS });
    const sent = TOPICS.flatMap((topic) =>
      Array.from({ length: 20 }, (_, at): OutgoingRecord => {
        return {
          topic: prefix + topic,
          key: `order:${at % 5}`,
          value: `${topic} ${at} ção`,
          headers: { 'event-id': newId() },
        };
      }),
    );
    {
      await using producer = await (await kafkaAt(kafka.brokers)).producer();
      await producer.send(sent);
    }
    const before = await records();

    const [, count, key = ''] = /^(\d+) records in (\S+)$/.exec(await run('copy-topics.ts'))!;
    expect(Number(count)).toBe(sent.length);
    await expect(run('refill-topics.ts', { ESTAMPA_TOPICS_COPY: key })).rejects.toThrow(/Recreate the topics first/);

    await deleteTopics(kafka.brokers, TOPICS, prefix);
    await createTopics(kafka.brokers, TOPICS, { prefix, partitions: PARTITIONS });
    expect(await run('refill-topics.ts', { ESTAMPA_TOPICS_COPY: key })).toBe(`${count} records of ${key}`);
    expect(await records()).toEqual(before);
  },
  TEST_MS,
);
