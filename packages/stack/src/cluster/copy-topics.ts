/**
 * Copies the records of all topics into a bucket, as `topics/<start time>.ndjson.gz`. Run by the schedule of
 * k8s/production/backup.yaml while everything serves; refill-topics.ts restores the copy.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTopics } from './topic-copy.ts';
import { TopicStore } from './topic-store.ts';

const store = new TopicStore();
const directory = mkdtempSync(join(tmpdir(), 'topics-'));
const key = `topics/${new Date().toISOString()}.ndjson.gz`;
try {
  const records = await copyTopics(await store.kafka, store.topics, join(directory, 'copy'));
  await store.put(join(directory, 'copy'), key);
  console.log(`${records} records in ${key}`);
} finally {
  rmSync(directory, { recursive: true });
}
