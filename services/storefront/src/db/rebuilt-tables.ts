import type { EntityManager } from '@mikro-orm/postgresql';

/** All that is made from others' events. Follows and likes are this service's own. */
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
  'derivation',
];

/** So that the counters which are counted now still hold when the new tables are in place. */
export const lockSocial = (tx: EntityManager): Promise<unknown> =>
  tx.execute('lock table follow, product_like, count_change in share row exclusive mode');

/** Events of which the live tables have something left to derive, and the new ones have not. */
export async function eventsDerivedAnew(tx: EntityManager): Promise<string[]> {
  const rows = await tx.execute<{ id: string }[]>(
    'select event_id as id from public.derivation except select event_id from derivation',
  );
  return rows.map(({ id }) => id);
}
