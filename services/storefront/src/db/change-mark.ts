import { statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** As many transactions can change pages at once without any waiting for another. */
export const CHANGE_MARK_SHARDS = 16;

/**
 * Says that public pages may look different once the transaction commits. The row stays locked until then, so each
 * transaction takes one that nobody else holds, and the same one again: who marks early in a batch makes nobody wait.
 */
export async function markChanged(tx: EntityManager): Promise<void> {
  await tx.execute(`
    update change_mark set value = value + 1
    where shard = coalesce(
      (select shard from change_mark order by shard limit 1 for update skip locked),
      pg_backend_pid() % ${CHANGE_MARK_SHARDS})`);
}

/** Differs from every earlier one when a change was committed in between. */
export async function readChangeMark(em: EntityManager): Promise<string> {
  return (await SUM_OF_MARKS.first(em, []))!.mark;
}

const SUM_OF_MARKS = statement('select sum(value)::text as mark from change_mark', { mark: text });
