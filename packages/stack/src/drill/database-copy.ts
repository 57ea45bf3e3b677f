import { writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import pg from 'pg';
import { giveToUnprivileged } from '../infrastructure/unprivileged.ts';
import { copyTree } from './copy-tree.ts';

/** What belongs to the running server, or is copied last. */
const SKIPPED = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts']);
const EMPTIED = [`pg_replslot${sep}`, `pg_stat_tmp${sep}`];
const isSkipped = (path: string): boolean => SKIPPED.has(path) || EMPTIED.some((start) => path.startsWith(start));

/**
 * A base backup of the running server, with all databases as of its end, as `pg_basebackup` makes it. Files change
 * while they are copied; the write-ahead log, copied after them, makes them consistent when the server starts on them.
 */
export async function copyDatabases(superuserUrl: string, dataDirectory: string, to: string): Promise<void> {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('restore drill', fast => true)`);
    await copyTree(dataDirectory, to, isSkipped);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    await copyTree(join(dataDirectory, 'pg_wal'), join(to, 'pg_wal'));
    const label = join(to, 'backup_label');
    await writeFile(label, rows[0]!.labelfile);
    giveToUnprivileged(label);
  } finally {
    await client.end();
  }
}

/** Back to where the server finds it; it recovers when it starts. */
export const restoreDatabases = (from: string, dataDirectory: string): Promise<void> => copyTree(from, dataDirectory);

/**
 * Reopens outbox events sent since the topics were copied, since the copy may lack some. Consumers that have applied
 * one skip it by its id.
 */
export async function publishAgain(databaseUrls: readonly string[], since: Date): Promise<number> {
  let events = 0;
  for (const url of databaseUrls) {
    const client = new pg.Client(url);
    await client.connect();
    try {
      const { rowCount } = await client.query('update outbox set sent_at = null where sent_at >= $1', [since]);
      events += rowCount ?? 0;
    } finally {
      await client.end();
    }
  }
  return events;
}
