import { statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** One row each, so that writers of different connections rarely wait for each other. */
export const CHANGE_MARK_SHARDS = 16;

/**
 * Says that public pages may look different once the transaction commits. Always its last statement: the row stays
 * locked until then, and who holds it must wait for nothing else.
 */
export async function markChanged(tx: EntityManager): Promise<void> {
  await tx.execute(`update change_mark set value = value + 1 where shard = pg_backend_pid() % ${CHANGE_MARK_SHARDS}`);
}

/** Differs from every earlier one when a change was committed in between. */
export async function readChangeMark(em: EntityManager): Promise<string> {
  return (await SUM_OF_MARKS.first(em, []))!.mark;
}

const SUM_OF_MARKS = statement('select sum(value)::text as mark from change_mark', { mark: text });
