import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Orm } from './connect.ts';
import type { Log } from '../telemetry/log.ts';
import type { Pause, TopicReplay } from '../events/topic-replay.ts';

const LIVE = 'public';
const ATTEMPTS = 60;
const ATTEMPT_AGAIN_MS = 250;
const INBOX_WAIT_MS = 2_000;
/** The longest that the inbox is locked: after it, consumers would give up waiting. */
const LAST_EVENTS_WAIT_MS = 5_000;
/** For all tables at once. Shorter than PostgreSQL's deadlock timeout, so that the swap loses to a reader. */
const TABLES_WAIT_MS = 800;
/** lock_not_available, query_canceled, deadlock_detected */
const LOCK_FAILURES = ['55P03', '57014', '40P01'];

type Options = {
  live: Orm;
  fresh: Orm;
  schema: string;
  tables: readonly string[];
  replay: TopicReplay;
  log: Log;
  finishLeftovers: (em: EntityManager) => Promise<unknown>;
  complete: (tx: EntityManager) => Promise<readonly string[]>;
  changed: (tx: EntityManager) => Promise<unknown>;
};

/** Puts the new tables in the place of the live ones; tries again when one of them stays locked too long. */
export async function swapTables(options: Options): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await options.finishLeftovers(options.fresh.em.fork());
    let paused: Pause | undefined;
    try {
      await options.live.em.fork().transactional(async (tx) => {
        paused = await readToTheEnd(tx, options);
        await swap(tx, options);
      });
      // Nothing is applied any more: its tables have gone.
      return options.replay.end();
    } catch (error) {
      paused?.release();
      if (attempt === ATTEMPTS || !isLockFailure(error)) throw error;
      options.log.info({ attempt }, 'the tables are in use, trying again');
      await pause(ATTEMPT_AGAIN_MS);
    }
  }
}

/** Consumers mark events in the inbox first, so while it is locked all that they have applied is in the topics. */
async function readToTheEnd(tx: EntityManager, { replay }: Options): Promise<Pause> {
  await tx.execute(`set local statement_timeout = 0; set local lock_timeout = ${INBOX_WAIT_MS}`);
  await tx.execute(`lock table ${LIVE}.inbox in share row exclusive mode`);
  await replay.caughtUp(() => undefined, AbortSignal.timeout(LAST_EVENTS_WAIT_MS));
  return replay.pause();
}

async function swap(tx: EntityManager, { schema, tables, complete, changed }: Options): Promise<void> {
  await tx.execute(`set local search_path to ${schema}, ${LIVE}`);
  const finished = await complete(tx);
  await tx.execute(
    `update ${LIVE}.inbox set state = 'applied', applied_at = now()
     where state = 'unfinished' and event_id = any(?::uuid[])`,
    [`{${finished.join(',')}}`],
  );
  const [old, made] = [LIVE, schema].map((one) => tables.map((table) => `${one}.${table}`));
  await tx.execute(`set local statement_timeout = ${TABLES_WAIT_MS}`);
  await tx.execute(`lock table ${[...old!, ...made!].join(', ')} in access exclusive mode`);
  await tx.execute(`drop table ${old!.join(', ')}`);
  await tx.execute(made!.map((table) => `alter table ${table} set schema ${LIVE}`).join('; '));
  await changed(tx);
}

function isLockFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError' || LOCK_FAILURES.includes(String((cause as { code?: unknown }).code)))
      return true;
  }
  return false;
}
