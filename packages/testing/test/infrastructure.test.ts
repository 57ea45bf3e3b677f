import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createDatabase, dropDatabase, sealTemplate } from '@estampa/stack/infrastructure/databases';
import { createBucket } from '@estampa/stack/infrastructure/object-store';
import { createTopics, deleteTopics, withAdmin } from '@estampa/stack/infrastructure/topics';
import pg from 'pg';
import { eventually } from '../src/eventually.ts';
import { currentTestRun } from '../src/test-run.ts';
import { TopicProbe } from '../src/topic-probe.ts';

const PREFIX = `t${process.pid}_`;

describe('the test infrastructure', () => {
  const { infrastructure } = currentTestRun();
  const { postgres, kafka, objectStore } = infrastructure;

  describe('PostgreSQL', () => {
    const [own, other] = [`${PREFIX}own`, `${PREFIX}other`];
    const urls: string[] = [];
    beforeAll(async () => {
      for (const name of [own, other]) urls.push(await createDatabase(postgres.url, { name, password: 'demo' }));
    });
    afterAll(async () => {
      for (const name of [own, other]) await dropDatabase(postgres.url, name);
    });

    it('lets a role into its own database only', async () => {
      const url = new URL(urls[0] ?? '');
      url.pathname = other;
      const client = new pg.Client(url.href);

      await expect(client.connect()).rejects.toThrow(/permission denied/);
    });

    it('copies a sealed template as often as requested, and a copy belongs to its own role', async () => {
      const [template, ...copies] = ['template', 'copy', 'second_copy'].map((name) => PREFIX + name);
      const access = { name: template!, password: 'demo' };
      const run = async (url: string, statement: string) => {
        const client = new pg.Client(url);
        await client.connect();
        return client.query(statement).finally(() => client.end());
      };
      const made = await createDatabase(postgres.url, access);
      await run(made, `create extension pg_trgm; create table made (id int); insert into made values (1)`);
      await sealTemplate(postgres.url, template!);

      await expect(run(made, 'select 1')).rejects.toThrow(/not currently accepting connections/);
      for (const name of copies) {
        const url = await createDatabase(postgres.url, { name, password: 'demo' }, template);
        expect((await run(url, 'select * from made')).rows).toEqual([{ id: 1 }]);
        await run(url, 'drop extension pg_trgm; drop table made');
      }

      for (const name of [...copies, template!]) await dropDatabase(postgres.url, name);
    });
  });

  it('carries events with their headers', async () => {
    await createTopics(kafka.brokers, ['orders.v1'], { prefix: PREFIX, partitions: 2 });
    await using topics = new TopicProbe(kafka.brokers, PREFIX);
    expect(await topics.events('orders.v1')).toEqual([]);

    const sent = { type: 'order_approved', key: 'order:1', value: { order: { id: '1' } } };
    const id = await topics.publish('orders.v1', sent);

    expect(await topics.events('orders.v1')).toEqual([{ id, ...sent }]);
    await deleteTopics(kafka.brokers, ['orders.v1'], PREFIX);
  });

  it('creates topics again at once after their deletion', async () => {
    const topics = Array.from({ length: 8 }, (_, at) => `again-${at}`);
    const shape = { prefix: PREFIX, partitions: 3 };
    for (let round = 0; round < 2; round++) {
      await createTopics(kafka.brokers, topics, shape);
      await deleteTopics(kafka.brokers, topics, PREFIX);
    }
    await createTopics(kafka.brokers, topics, shape);
    const names = topics.map((topic) => PREFIX + topic);
    const areThere = () =>
      withAdmin(kafka.brokers, async (admin) => (await admin.listTopics()).filter((topic) => names.includes(topic)));
    await eventually(async () => expect(await areThere()).toHaveLength(topics.length));
    await deleteTopics(kafka.brokers, topics, PREFIX);
  });

  it('stores objects and checks signatures', async () => {
    const Bucket = `estampa-${process.pid}`;
    await createBucket(objectStore, Bucket);
    await createBucket(objectStore, Bucket);
    const { endpoint, region, accessKeyId, secretAccessKey } = objectStore;
    const clientWith = (secret: string) =>
      new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey: secret } });

    await clientWith(secretAccessKey).send(new PutObjectCommand({ Bucket, Key: 'a/b.txt', Body: 'demo' }));
    const read = await clientWith(secretAccessKey).send(new GetObjectCommand({ Bucket, Key: 'a/b.txt' }));

    expect(await read.Body?.transformToString()).toBe('demo');
    await expect(clientWith('wrong').send(new GetObjectCommand({ Bucket, Key: 'a/b.txt' }))).rejects.toThrow(
      /signature/i,
    );
  });
});
