import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KafkaClient, PartitionEnds } from './kafka/client.ts';
import { mustBeComplete, ownGroup } from './rebuild-topics.ts';

let lows: Record<string, bigint[]>;
let groups: string[];
let occupied: string;
let disposals: number;
beforeEach(() => {
  [lows, groups, occupied, disposals] = [{ orders: [0n, 0n], catalog: [0n] }, [], '', 0];
});

const admin = {
  endsOf: async (topic: string): Promise<PartitionEnds[]> =>
    lows[topic]!.map((low, partition) => ({ partition, low, high: 9n })),
  listGroups: async () => groups,
  async deleteGroup(groupId: string) {
    if (groupId === occupied) throw new Error('it has a member');
    groups = groups.filter((one) => one !== groupId);
  },
  [Symbol.asyncDispose]: async () => void (disposals += 1),
};
const kafka = { admin: async () => admin } as unknown as KafkaClient;

describe('a topic', () => {
  it('is complete from its first record on', async () => {
    await mustBeComplete(kafka, ['orders', 'catalog']);

    expect(disposals).toBe(1);
  });

  it.each([
    ['orders', [0n, 1n]],
    ['catalog', [1n]],
  ])('of which one partition begins later is not: %s', async (topic, begins) => {
    lows = { ...lows, [topic]: begins };

    await expect(mustBeComplete(kafka, ['orders', 'catalog'])).rejects.toThrow(
      `${topic} has lost its first records: refill it first (docs/operations/backup.md)`,
    );
    expect(disposals).toBe(1);
  });
});

describe('the group of a rebuild', () => {
  it('is its own, and takes what killed ones have left with it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 7_000 });
    [groups, occupied] = [['rebuild-1', 'rebuild-2', 'storefront'], 'rebuild-1'];
    const group = await ownGroup(kafka, 'rebuild-');
    vi.useRealTimers();
    expect([group.id, groups, disposals]).toEqual(['rebuild-7000', ['rebuild-1', 'storefront'], 1]);

    groups = [...groups, group.id];
    await group[Symbol.asyncDispose]();
    expect([groups, disposals]).toEqual([['rebuild-1', 'storefront'], 2]);
  });
});
