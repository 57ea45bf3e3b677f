import { toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { customerProfile, type CustomerProfileRow } from './tables/customer-profile.ts';

export const customerProfiles = {
  find: (em: EntityManager, userId: string): Promise<CustomerProfileRow | undefined> => OF_USER.first(em, [userId]),

  /** A new one, or that the one of its user is active or not; written with the commit. */
  save: (tx: EntityManager, row: CustomerProfileRow): void => SAVE.onCommit(tx, [toRecord(row)]),

  /** As the role goes, with the commit; of a user without a profile nothing is written. */
  saveActive: (tx: EntityManager, userId: string, active: boolean): void => SAVE_ACTIVE.onCommit(tx, [userId, active]),
};

const OF_USER = customerProfile.select('p', 'where p.user_id = $1');

const SAVE = statement(
  `${customerProfile.insertRecord('$1')} on conflict (user_id) do update set active = excluded.active`,
  {},
);
const SAVE_ACTIVE = statement('update customer_profile set active = $2 where user_id = $1', {});
