import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { derivation } from './tables/derivation.ts';

/** All tables that are derived from other services' events. Follows and likes are this service's own. */
export const READ_MODEL_TABLES = [
  'store',
  'product_type',
  'product_variant',
  'template',
  'seller_product',
  'artwork',
  'render',
  'gallery',
  'sale',
  'sales_count',
  'sales_window',
  'store_product',
  'product_count',
  'product_word',
  'artist_word',
  'derivation',
];

/** Keeps the recounted counters valid until the new tables are in place. */
export const lockSocial = (tx: EntityManager): Promise<unknown> => LOCK_SOCIAL.all(tx, []);

const LOCK_SOCIAL = statement('lock table follow, product_like, count_change in share row exclusive mode', {});

/** Events with unfinished derivations in the live tables: the new tables are derived completely, so these are finished. */
export async function eventsDerivedAnew(tx: EntityManager): Promise<string[]> {
  return (await DERIVED_ANEW.all(tx, [])).map((row) => row.eventId);
}

const { eventId } = derivation.columns;
const DERIVED_ANEW = statement(
  'select event_id as "eventId" from public.derivation except select event_id from derivation',
  { eventId },
);
