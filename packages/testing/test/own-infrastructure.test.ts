import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { startOwnInfrastructure, type OwnInfrastructure } from '../src/own-infrastructure.ts';
import { currentTestRun } from '../src/test-run.ts';

const BOOT_DEADLINE_MS = 120_000;

let own: OwnInfrastructure<'postgres'>;
beforeAll(async () => {
  own = await startOwnInfrastructure('postgres');
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

async function query({ postgres }: { postgres: { url: string } }, text: string): Promise<unknown[]> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
