import type { Topic } from '@estampa/kernel/topics';
import { waitFor } from '@estampa/stack/wait';
import kafkajs from 'kafkajs';

const { ConfigResourceTypes, Kafka, logLevel } = kafkajs;

const DEADLINE_MS = 15_000;
/** As a wrong policy would be, of which only the deletion is wanted. */
const DELETING = { 'cleanup.policy': 'delete', 'retention.ms': '-1' };
const USUAL = { 'cleanup.policy': 'compact' };

/** Kafka loses all records that a topic has by now, as when a wrong policy deletes its segments; more may follow. */
export async function loseRecords(brokers: string, prefix: string, topic: Topic): Promise<void> {
  const name = prefix + topic;
  const kafka = new Kafka({ clientId: 'lose-records', brokers: [brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const configure = (values: Readonly<Record<string, string>>) => {
    const configEntries = Object.entries(values).map(([key, value]) => ({ name: key, value }));
    return admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name, configEntries }],
    });
  };
  try {
    const ends = await admin.fetchTopicOffsets(name);
    const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
    await configure(DELETING);
    // The broker applies the policy a little later than it confirms it.
    const deleted = () => admin.deleteTopicRecords({ topic: name, partitions }).then(() => true);
    await waitFor(`the records of ${name} deleted`, deleted, { deadlineMs: DEADLINE_MS });
    await configure(USUAL);
  } finally {
    await admin.disconnect();
  }
}
