/**
 * Fills the topics, which are new and empty, with the copy that ESTAMPA_TOPICS_COPY names in the bucket. Nothing may
 * write or read them until it is done: docs/operations/backup.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreTopics } from './topic-copy.ts';
import { TopicStore } from './topic-store.ts';

const { ESTAMPA_TOPICS_COPY: key } = process.env;
if (!key) throw new Error('Name the copy by ESTAMPA_TOPICS_COPY, such as topics/2026-01-31T03:20:00.000Z.ndjson.gz');
const store = new TopicStore();
const directory = mkdtempSync(join(tmpdir(), 'topics-'));
try {
  await store.get(key, join(directory, 'copy'));
  console.log(`${await restoreTopics(await store.kafka, store.topics, join(directory, 'copy'))} records of ${key}`);
} finally {
  rmSync(directory, { recursive: true });
}
