import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** One at a time chooses among the slugs of a seller. */
export const lockSlugs = (tx: EntityManager, sellerProfileId: string): Promise<unknown> =>
  LOCK.all(tx, [sellerProfileId]);

const LOCK = statement(
  `select 1 as locked from (select pg_advisory_xact_lock(hashtextextended($1::uuid::text, 0))) as lock`,
  {},
);

export const isSlugTaken = async (em: EntityManager, sellerProfileId: string, slug: string): Promise<boolean> =>
  (await TAKEN.first(em, [sellerProfileId, slug])) !== undefined;

const TAKEN = statement('select id from artwork where seller_profile_id = $1 and slug = $2', { id: text });
