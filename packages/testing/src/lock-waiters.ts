import type pg from 'pg';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

/** Directly, or behind another one that does. */
const WAITERS = `
  with recursive waiter (pid) as (
    select pid from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))
    union
    select behind.pid from pg_stat_activity as behind join waiter on waiter.pid = any(pg_blocking_pids(behind.pid))
    where behind.datname = current_database()
  )
  select count(*)::int as count from waiter`;

/**
 * Resolves when so many wait for the transaction of `blocker`: other tests on the same database have locks of their own, which are waited
 * for at the same time.
 */
export async function untilWaiting(database: pg.Pool, blocker: pg.ClientBase, count: number): Promise<void> {
  const { rows } = await blocker.query<{ pid: number }>('select pg_backend_pid() as pid');
  await eventually(async () =>
    expect((await database.query<{ count: number }>(WAITERS, [rows[0]!.pid])).rows).toEqual([{ count }]),
  );
}
