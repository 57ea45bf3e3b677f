import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Waits until all that was committed before is as safe as a commit that waits: on the disk, and on the standbys that
 * `synchronous_standby_names` asks for. The log is written in order, so one commit that waits, of an empty message, is enough for
 * all those before it that did not.
 */
export async function waitForDurability(em: EntityManager): Promise<void> {
  await em.execute(`select pg_logical_emit_message(true, 'estampa', '')`);
}
