import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LOCK_NOT_AVAILABLE } from '../postgres/transient-errors.ts';
import { tryLock } from '../postgres/try-lock.ts';
import type { BaseContext } from '../service/context.ts';
import type { Job } from '../service/jobs.ts';
import { OUTBOX_LOCK, prune } from '../service/prune.ts';
import type { Retention } from '../service/retention.ts';
import { sqlStateOf } from '../telemetry/error-fields.ts';
import { PARTITIONS_LOCK } from './outbox-migration.ts';

/** Of the retention: rows stay for at most a quarter longer, in seven partitions at most. */
const SHARE = 4;
const SECOND_MS = 1_000;
/** For so long writers may have to wait for a partition to go, once for each try. */
const DROP_WAIT_MS = 200;
const DROP_TRIES = 3;
const TRY_AGAIN_MS = 500;
const UNDEFINED_TABLE = '42P01';
const REJECTED = 'select id from outbox where refused_at is not null';

/** In microseconds since 1970, as ids are. The first one has no beginning. */
type Partition = { name: string; first: number | null; beyond: number };

/**
 * Adds the partitions of this period and the next, lets ids go on in this one, and drops those of which every event was sent
 * long enough ago. Any replica may do each step at any time.
 */
export const outboxPartitions = (retention: Retention): Job<BaseContext> => ({
  name: 'outbox-partitions',
  everyMs: retention.PRUNE_EVERY_MS,
  async run({ em, now }, signal) {
    const nowMs = now().getTime();
    await add(em, nowMs, periodOf(retention));
    await begin(em, nowMs);
    await clear(em, new Date(nowMs - retention.OUTBOX_RETENTION_MS), signal);
  },
});

/** Whole seconds, which partitions are named after. */
const periodOf = ({ OUTBOX_RETENTION_MS }: Retention): number =>
  Math.max(1, Math.ceil(OUTBOX_RETENTION_MS / SHARE / SECOND_MS)) * SECOND_MS;

/** Of this period and the next one, those that are missing. They begin where the last one ends, whatever a period was then. */
export function missingPeriods(endMs: number, nowMs: number, periodMs: number): [firstMs: number, beyondMs: number][] {
  const startOf = (ms: number) => Math.floor(ms / periodMs) * periodMs;
  const missing: [number, number][] = [];
  for (let end = endMs; end < nowMs + periodMs;) {
    const first = Math.max(end, startOf(nowMs));
    end = startOf(first) + periodMs;
    missing.push([first, end]);
  }
  return missing;
}

const add = (em: EntityManager, nowMs: number, periodMs: number): Promise<void> =>
  withPartitionsLock(em, async (tx) => {
    const end = Math.max(...(await partitionsOf(tx)).map(({ beyond }) => beyond));
    for (const bounds of missingPeriods(end / 1_000, nowMs, periodMs))
      await tx.execute(
        'select add_outbox_partition(?, ?)',
        bounds.map((ms) => ms * 1_000),
      );
  });

/** In a transaction of its own: what sets ids forward stands at once, and must find the partition even if all the rest is undone. */
async function begin(em: EntityManager, nowMs: number): Promise<void> {
  const now = nowMs * 1_000;
  const present = (await partitionsOf(em)).find(({ first, beyond }) => first !== null && first <= now && now < beyond);
  if (present) await em.execute('select begin_outbox_partition(?)', [present.first]);
}

async function clear(em: EntityManager, sentBefore: Date, signal: AbortSignal): Promise<void> {
  const partitions = await partitionsOf(em);
  const [{ reached }] = await em.execute<[{ reached: number }]>(
    `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('outbox', 'id')::regclass), 0)::float8 as reached`,
  );
  const past = partitions.filter(({ beyond }) => beyond <= reached && beyond <= sentBefore.getTime() * 1_000);
  if (past.length > 0) await takeRejectedAlong(em, past.at(-1)!.beyond);
  for (const { name } of past) {
    if (signal.aborted) return;
    if ((await dropped(em, name, sentBefore)) === false) await pruneRows(em, name, sentBefore, signal);
  }
  const open = partitions.find(({ first, beyond }) => (first ?? 0) <= reached && reached < beyond);
  if (open) await pruneRows(em, open.name, sentBefore, signal);
}

/**
 * What Kafka refused waits for a person, and does not keep its partition until then. All of it moves, one after the other, so that of
 * one aggregate the older still comes before the newer.
 */
const takeRejectedAlong = (em: EntityManager, below: number): Promise<void> =>
  withPartitionsLock(em, async (tx) => {
    await tx.execute(`
      do $$
      declare known_as bigint;
      begin
        for known_as in ${REJECTED} and exists (${REJECTED} and id < ${below}) order by id for update
        loop
          update outbox set id = default where id = known_as;
        end loop;
      end $$`);
  });

/**
 * What was sent late, or waits for Kafka, keeps its partition, which loses the others row by row then; so does the one that is
 * written, where its period is longer than rows stay.
 */
async function pruneRows(em: EntityManager, table: string, sentBefore: Date, signal: AbortSignal): Promise<void> {
  try {
    await prune(em, { table, where: `sent_at < '${sentBefore.toISOString()}'` }, signal, OUTBOX_LOCK);
  } catch (error) {
    // Another replica has dropped it.
    if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error;
  }
}

/** False when something of it is still needed; null when it is in use, by another replica as well: the next round tries again. */
async function dropped(em: EntityManager, name: string, sentBefore: Date): Promise<boolean | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await em.fork().transactional(async (tx) => {
        await tx.execute(`select set_config('lock_timeout', '${DROP_WAIT_MS}ms', true)`);
        const call = 'select drop_outbox_partition(?, ?) as dropped';
        const [row] = await tx.execute<[{ dropped: boolean | null }]>(call, [name, sentBefore.toISOString()]);
        return row.dropped;
      });
    } catch (error) {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === DROP_TRIES) return null;
      await pause(TRY_AGAIN_MS);
    }
  }
}

/** Does nothing when another replica is at it. */
const withPartitionsLock = (em: EntityManager, body: (tx: EntityManager) => Promise<void>): Promise<void> =>
  em.fork().transactional(async (tx) => {
    if (await tryLock(tx, PARTITIONS_LOCK)) await body(tx);
  });

const partitionsOf = (em: EntityManager): Promise<Partition[]> =>
  em.execute<Partition[]>(`
    select relname as name, (regexp_match(bound, 'FROM \\(''(\\d+)''\\)'))[1]::float8 as first,
      (regexp_match(bound, 'TO \\(''(\\d+)''\\)'))[1]::float8 as beyond
    from pg_inherits join pg_class on oid = inhrelid, pg_get_expr(relpartbound, oid) as bound
    where inhparent = 'outbox'::regclass order by beyond`);
