import { newId } from '@estampa/kernel/ids';
import pg from 'pg';
import type { Limit } from '../cases/case.ts';

const DATABASE = 'bench_bare';
const PAYLOAD = JSON.stringify({ text: 'x'.repeat(400) });

/** One row, one commit, by a prepared statement: the least that a write can be. */
export const bareInsert = (superuserUrl: string, clients: number): Limit => ({
  title: 'bare committed inserts',
  by: 'throughput',
  async start() {
    await drop(superuserUrl);
    await withSuperuser(superuserUrl, (client) => client.query(`create database ${DATABASE}`));
    const url = new URL(superuserUrl);
    url.pathname = DATABASE;
    const pool = new pg.Pool({ connectionString: url.href, max: clients });
    // The drop at the end may reach a connection before its farewell does.
    pool.on('error', () => undefined);
    await pool.query('create table written (id uuid primary key, payload jsonb not null)');
    return {
      async act() {
        await pool.query({ name: 'write', text: 'insert into written values ($1, $2)', values: [newId(), PAYLOAD] });
      },
      async close() {
        await pool.end();
        await drop(superuserUrl);
      },
    };
  },
});

const drop = (url: string) =>
  withSuperuser(url, (client) => client.query(`drop database if exists ${DATABASE} with (force)`));

async function withSuperuser(url: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await run(client).finally(() => client.end());
}
