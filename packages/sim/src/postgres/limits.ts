import { type Frame, queryOf, simpleQuery } from './frames.ts';

/* Limits of the real clock would make a run depend on how busy the machine is, so the simulated clock has them. */

/** How long a statement may wait for a lock with `lock_timeout`, and how long without. */
export const LOCK_WAIT_MS = 2_000;
export const STATEMENT_MS = 10_000;

const LOCK_LIMIT = /\block_timeout\b/;
const LIMITS = /\b(lock_timeout|statement_timeout)\b/g;

export const limitsLockWaits = (frame: Frame): boolean => LOCK_LIMIT.test(queryOf(frame) ?? '');

export function withoutLimits(frame: Frame): Buffer {
  const sql = queryOf(frame);
  return sql === null ? frame.bytes : simpleQuery(sql.replace(LIMITS, 'sim.$1'));
}
