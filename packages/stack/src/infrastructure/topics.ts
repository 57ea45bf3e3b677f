import { Kafka, logLevel, type Admin } from 'kafkajs';
import { waitFor } from '../wait.ts';

const CONNECTION_TIMEOUT_MS = 3_000;
const CREATE_DEADLINE_MS = 20_000;

export interface TopicOptions {
  readonly prefix: string;
  readonly partitions: number;
}

/** Creates the topics that are missing. They are compacted: the last state of every aggregate stays for good. */
export async function createTopics(
  brokers: string,
  topics: readonly string[],
  { prefix, partitions }: TopicOptions,
): Promise<void> {
  // A broker that just made a topic may not lead it yet; the next look finds it.
  await waitFor('topics created', () => createMissing(brokers, topics, { prefix, partitions }), {
    deadlineMs: CREATE_DEADLINE_MS,
  });
}

async function createMissing(
  brokers: string,
  topics: readonly string[],
  { prefix, partitions }: TopicOptions,
): Promise<boolean> {
  return withAdmin(brokers, async (admin) => {
    const existing = new Set(await admin.listTopics());
    const missing = topics.map((topic) => prefix + topic).filter((topic) => !existing.has(topic));
    if (missing.length === 0) return true;
    await admin.createTopics({
      waitForLeaders: true,
      topics: missing.map((topic) => ({
        topic,
        numPartitions: partitions,
        replicationFactor: 1,
        configEntries: [{ name: 'cleanup.policy', value: 'compact' }],
      })),
    });
    return true;
  });
}

export async function deleteTopics(brokers: string, topics: readonly string[], prefix: string): Promise<void> {
  await withAdmin(brokers, (admin) => admin.deleteTopics({ topics: topics.map((topic) => prefix + topic) }));
}

export async function withAdmin<T>(brokers: string, work: (admin: Admin) => Promise<T>): Promise<T> {
  const kafka = new Kafka({
    clientId: 'estampa-stack',
    brokers: brokers.split(','),
    logLevel: logLevel.NOTHING,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    retry: { retries: 2, initialRetryTime: 100 },
  });
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
