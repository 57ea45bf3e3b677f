import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { startKafka } from '../src/infrastructure/kafka.ts';
import { startPostgres } from '../src/infrastructure/postgres.ts';
import { createTopics, withAdmin } from '../src/infrastructure/topics.ts';
import { freePort } from '../src/ports.ts';
import { stopLeftovers } from '../src/processes/leftovers.ts';

const BOOT_DEADLINE_MS = 120_000;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'estampa-unclean-'));
});
afterEach(async () => {
  await stopLeftovers(directory);
  rmSync(directory, { recursive: true });
});

// Servers given by address are not ours to kill.
const ownServers = process.env.ESTAMPA_POSTGRES_URL || process.env.ESTAMPA_KAFKA_BROKERS ? describe.skip : describe;

ownServers('after a kill, on another port', () => {
  it(
    'PostgreSQL starts again with what was committed',
    async () => {
      const first = await startPostgres({ directory, port: await freePort(), password: 'demo' });
      await query(first.address.url, 'create table stored as select 42 as response');
      const durable = `select current_setting('fsync') || current_setting('synchronous_commit') as set`;
      expect(await query(first.address.url, durable)).toEqual([{ set: 'onon' }]);

      await first.server?.kill('SIGKILL');
      const second = await startPostgres({ directory, port: await freePort(), password: 'demo' });

      expect(await query(second.address.url, 'select response from stored')).toEqual([{ response: 42 }]);
    },
    BOOT_DEADLINE_MS,
  );

  it(
    'Kafka starts again with its topics',
    async () => {
      const first = await startKafka({ directory, port: await freePort() });
      await createTopics(first.address.brokers, ['orders.v1'], { prefix: '', partitions: 1 });

      await first.server?.kill('SIGKILL');
      const second = await startKafka({ directory, port: await freePort() });

      expect(await withAdmin(second.address.brokers, (admin) => admin.listTopics())).toContain('orders.v1');
    },
    BOOT_DEADLINE_MS,
  );
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
