import { boolean } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const ADMINS_LOCK = 7_302_002;

export const admins = {
  exist: async (em: EntityManager): Promise<boolean> => (await ANY.first(em, []))!.hasAny,

  /** Whether another active admin can let others in. */
  othersExist: async (tx: EntityManager, userId: string): Promise<boolean> => (await OTHER.first(tx, [userId]))!.hasAny,

  /** Until the transaction ends no other one makes the first admin or removes one; to be taken before the lock of an account. */
  async lock(tx: EntityManager): Promise<void> {
    await LOCK.all(tx, [ADMINS_LOCK]);
  },
};

const ANY = statement(`select exists (select from user_account where roles @> array['admin']) as "hasAny"`, {
  hasAny: boolean,
});

const OTHER = statement(
  `select exists (
     select from user_account where roles @> array['admin'] and status = 'active' and id <> $1) as "hasAny"`,
  { hasAny: boolean },
);

const LOCK = statement('select pg_advisory_xact_lock($1)', {});
