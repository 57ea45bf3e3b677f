import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTopics } from '@estampa/stack/infrastructure/topics';
import pg from 'pg';
import { eventually } from '../src/eventually.ts';
import { startMarketplace } from '../src/marketplace.ts';
import { startOwnInfrastructure, type OwnInfrastructure } from '../src/own-infrastructure.ts';
import { currentTestRun } from '../src/test-run.ts';
import { TopicProbe } from '../src/topic-probe.ts';

const BOOT_DEADLINE_MS = 120_000;
const EVENT = { type: 'order_approved', key: 'order:1', value: { order: { id: '1' } } };

let own: OwnInfrastructure<'postgres' | 'kafka'>;
beforeAll(async () => {
  own = await startOwnInfrastructure('postgres', 'kafka');
}, BOOT_DEADLINE_MS);
afterAll(() => own?.stop(), BOOT_DEADLINE_MS);

describe("a test's own PostgreSQL", () => {
  it('rejects while it is stopped and has its data when it is back', async () => {
    await query(own, 'create table stored as select 42 as response');

    await own.servers.postgres.stop();
    await expect(query(own, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    await own.servers.postgres.restart();

    expect(await query(own, 'select response from stored')).toEqual([{ response: 42 }]);
  });

  it('says nothing while it is frozen, on connections that it has and on new ones', async () => {
    const client = new pg.Client(own.postgres.url);
    await client.connect();

    own.servers.postgres.freeze();
    const known = client.query('select 1').then(() => 'own');
    const fresh = query(own, 'select 1').then(() => 'own');
    const shared = query(currentTestRun().infrastructure, 'select 1').then(() => 'shared');
    expect(await Promise.race([known, fresh, shared])).toBe('shared');
    own.servers.postgres.thaw();

    expect(await Promise.all([known, fresh])).toEqual(['own', 'own']);
    await client.end();
  });
});

describe("a test's own Kafka", () => {
  it(
    'retains its events while it is stopped',
    async () => {
      await createTopics(own.kafka.brokers, ['orders.v1'], { prefix: 'stopped_', partitions: 1 });
      await using topics = new TopicProbe(own.kafka.brokers, 'stopped_');
      await topics.publish('orders.v1', EVENT);

      await own.servers.kafka.stop();
      await own.servers.kafka.restart();

      await eventually(async () => expect(await topics.events('orders.v1')).toEqual([expect.objectContaining(EVENT)]));
    },
    BOOT_DEADLINE_MS,
  );

  it(
    'takes what was sent while it was frozen when it thaws',
    async () => {
      const { brokers } = currentTestRun().infrastructure.kafka;
      const prefix = `frozen${process.pid}_`;
      for (const where of [own.kafka.brokers, brokers])
        await createTopics(where, ['orders.v1'], { prefix, partitions: 1 });
      await using topics = new TopicProbe(own.kafka.brokers, prefix);
      await using others = new TopicProbe(brokers, prefix);

      own.servers.kafka.freeze();
      const sent = topics.publish('orders.v1', EVENT).then(() => 'own');
      const sentToOther = others.publish('orders.v1', EVENT).then(() => 'shared');
      expect(await Promise.race([sent, sentToOther])).toBe('shared');
      own.servers.kafka.thaw();

      expect(await sent).toBe('own');
      expect(await topics.events('orders.v1')).toEqual([expect.objectContaining(EVENT)]);
    },
    BOOT_DEADLINE_MS,
  );
});

it(
  'a marketplace runs on servers of its own, and its processes freeze and thaw',
  async () => {
    await using marketplace = await startMarketplace({ infrastructure: own, only: ['catalog', 'identity'] });
    const [catalog, identity] = [marketplace.service('catalog'), marketplace.service('identity')];
    expect(new URL(catalog.database.options.connectionString ?? '').port).toBe(new URL(own.postgres.url).port);
    const { pid } = catalog.process;

    catalog.process.freeze();
    const responses = [catalog, identity].map(
      async ({ name, opsUrl }) => (await fetch(`${opsUrl}/healthz`)).ok && name,
    );
    expect(await Promise.race(responses)).toBe('identity');
    catalog.process.thaw();

    expect(await Promise.all(responses)).toEqual(['catalog', 'identity']);
    expect(catalog.process.pid).toBe(pid);
  },
  BOOT_DEADLINE_MS,
);

async function query({ postgres }: { postgres: { url: string } }, text: string): Promise<unknown[]> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
