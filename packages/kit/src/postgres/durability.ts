import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Waits until all earlier commits are as durable as one that waits for the disk and for the standbys of
 * `synchronous_standby_names`. The log is written in order, so one commit that waits, of an empty message, is enough for
 * all those before it that did not.
 */
export async function waitForDurability(em: EntityManager): Promise<void> {
  await em.execute(`select pg_logical_emit_message(true, 'estampa', '')`);
}
