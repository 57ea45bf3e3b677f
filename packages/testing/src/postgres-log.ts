import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eventually } from './eventually.ts';
import pg from 'pg';
import { currentTestRun } from './test-run.ts';

/** Everything that the PostgreSQL of this run has logged up to now. */
export async function postgresLog(): Promise<string> {
  const client = new pg.Client(currentTestRun().infrastructure.postgres.url);
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const file = join(dirname(rows[0]!.data_directory), 'logs/postgres.log');
    // What stands before this failure has been written too.
    const marker = `marker-${process.hrtime.bigint()}`;
    await client.query(`select cast('${marker}' as int)`).catch(() => undefined);
    return await eventually(async () => {
      const log = await readFile(file, 'utf8');
      return log.includes(marker) ? log : false;
    });
  } finally {
    await client.end();
  }
}
