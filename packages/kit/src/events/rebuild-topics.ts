import type { KafkaClient } from './kafka/client.ts';

/** What has lost its first records would give a model without what they said. */
export async function mustBeComplete(kafka: KafkaClient, topics: readonly string[]): Promise<void> {
  await using admin = await kafka.admin();
  for (const topic of topics) {
    const ends = await admin.endsOf(topic);
    if (ends.some(({ low }) => low > 0n))
      throw new Error(`${topic} has lost its first records: refill it first (docs/operations/backup.md)`);
  }
}

/** A consumer group for this run alone. Those that killed runs have left go first. */
export async function ownGroup(kafka: KafkaClient, prefix: string): Promise<AsyncDisposable & { id: string }> {
  const id = `${prefix}${Date.now()}`;
  const drop = async () => {
    await using admin = await kafka.admin();
    const left = (await admin.listGroups()).filter((groupId) => groupId.startsWith(prefix));
    // One whose reader was just killed still has a member; the next run finds it again.
    await Promise.allSettled(left.map((groupId) => admin.deleteGroup(groupId)));
  };
  await drop();
  return { id, [Symbol.asyncDispose]: drop };
}
