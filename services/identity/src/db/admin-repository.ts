import { boolean } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const FIRST_ADMIN_LOCK = 7_302_002;

export const admins = {
  exist: async (em: EntityManager): Promise<boolean> => (await ANY.first(em, []))!.hasAny,

  /** Until the transaction ends no other replica makes the first one. */
  async lock(tx: EntityManager): Promise<void> {
    await LOCK.all(tx, [FIRST_ADMIN_LOCK]);
  },
};

const ANY = statement(`select exists (select from user_account where roles @> array['admin']) as "hasAny"`, {
  hasAny: boolean,
});

const LOCK = statement('select pg_advisory_xact_lock($1)', {});
