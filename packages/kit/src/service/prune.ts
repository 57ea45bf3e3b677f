import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager, QueryResult } from '@mikro-orm/postgresql';
import { tryLock } from '../postgres/try-lock.ts';
import type { BaseContext } from './context.ts';
import type { Job } from './jobs.ts';
import type { Retention } from './retention.ts';

/** Rows that are no longer needed: `{ table: 'mail', where: "sent_at < now() - interval '30 days'" }`, with an index for it. */
export type PruneRule = { table: string; where: string };

const infrastructure = (retention: Retention): readonly PruneRule[] => {
  const before = (durationMs: number) => `now() - interval '${durationMs} milliseconds'`;
  return [
    { table: 'inbox', where: `state = 'applied' and applied_at < ${before(retention.INBOX_RETENTION_MS)}` },
    { table: 'event_attempt', where: `failed_at < ${before(retention.INBOX_RETENTION_MS)}` },
    { table: 'idempotency_key', where: `created_at < ${before(retention.IDEMPOTENCY_KEY_RETENTION_MS)}` },
    { table: 'dead_letter', where: `coalesce(replayed_at, discarded_at) < now() - interval '90 days'` },
  ];
};

/** The audit is never pruned unless a service sets a number of days. */
export const auditPrune = (days: number | undefined): PruneRule[] =>
  days === undefined ? [] : [{ table: 'audit', where: `occurred_at < now() - interval '${days} days'` }];

export const ROWS_AT_ONCE = 1_000;
const BATCHES_PER_ROUND = 200;
const REST_MS = 20;
const PRUNE_LOCK = 7_301_003;
/** Of sent events, which are deleted by a job of their own: two jobs with one lock would pass over what is due. */
export const OUTBOX_LOCK = 7_301_007;

/** Deletes little by little, in one replica at a time, so that neither a lock nor a backlog is ever felt. */
export const pruneJob = (rules: readonly PruneRule[], retention: Retention): Job<BaseContext> => ({
  name: 'prune',
  everyMs: retention.PRUNE_EVERY_MS,
  async run({ em }, signal) {
    for (const rule of [...infrastructure(retention), ...rules]) await prune(em, rule, signal);
  },
});

export async function prune(em: EntityManager, rule: PruneRule, signal: AbortSignal, lock = PRUNE_LOCK): Promise<void> {
  for (let batch = 0; batch < BATCHES_PER_ROUND && !signal.aborted; batch += 1) {
    if ((await pruneSome(em, rule, lock)) < ROWS_AT_ONCE) return;
    await pause(REST_MS);
  }
}

/** 0 when another replica is at it. */
const pruneSome = (em: EntityManager, { table, where }: PruneRule, key: number): Promise<number> =>
  em.fork().transactional(async (tx) => {
    if (!(await tryLock(tx, key))) return 0;
    const { affectedRows } = await tx.execute<QueryResult>(
      `delete from "${table}" where ctid = any(array(
         select ctid from "${table}" where ${where} limit ${ROWS_AT_ONCE} for update skip locked
       ))`,
      [],
      'run',
    );
    return affectedRows;
  });
