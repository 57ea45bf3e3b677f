import type { KafkaAdmin, KafkaClient } from '@estampa/kit/events/kafka/client';
import { kafkaConfig } from '@estampa/kit/service/config';
import { createKafka } from '@estampa/kit/events/kafka/connect';
import { createLog } from '@estampa/kit/telemetry/log';
import { z } from 'zod';
import { waitFor } from '../wait.ts';

const CREATE_DEADLINE_MS = 20_000;
const DELETE_DEADLINE_MS = 20_000;

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
  // A broker that just created a topic may not lead it yet; the next attempt finds it.
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
      topics: missing,
      partitions,
      replicas: 1,
      configuration: { 'cleanup.policy': 'compact' },
    });
    return true;
  });
}

/**
 * Deletes the topics and returns when the broker no longer lists them. The controller confirms a deletion before the
 * broker applies it; topics created again before that would be taken for the old ones, and not be created at all.
 */
export async function deleteTopics(brokers: string, topics: readonly string[], prefix: string): Promise<void> {
  const names = topics.map((topic) => prefix + topic);
  await withAdmin(brokers, async (admin) => {
    await admin.deleteTopics(names);
    const areGone = async () => {
      const listed = new Set(await admin.listTopics());
      return names.every((name) => !listed.has(name));
    };
    await waitFor('topics deleted', areGone, { deadlineMs: DELETE_DEADLINE_MS });
  });
}

export async function withAdmin<T>(brokers: string, run: (admin: KafkaAdmin) => Promise<T>): Promise<T> {
  await using admin = await (await kafkaAt(brokers)).admin();
  return await run(admin);
}

/** For tools and tests: does not log, failures surface as errors only. */
export const kafkaAt = (brokers: string, clientId = 'estampa-stack'): Promise<KafkaClient> =>
  createKafka(clientId, z.object(kafkaConfig).parse({ KAFKA_BROKERS: brokers }), createLog(clientId, 'silent'));
