import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { customerProfile, type CustomerProfileRow } from './tables/customer-profile.ts';

export type CustomerProfile = CustomerProfileRow;

const OF_USER = customerProfile.select('p', 'where p.user_id = $1');

export const findCustomerProfile = (em: EntityManager, userId: string): Promise<CustomerProfile | undefined> =>
  OF_USER.first(em, [userId]);

const SAVE = statement(
  `insert into customer_profile (id, user_id, active, created_at) values ($1, $2, $3, $4)
   on conflict (user_id) do update set active = excluded.active`,
  {},
);

export const saveCustomerProfile = (tx: EntityManager, profile: CustomerProfile): void =>
  SAVE.onCommit(tx, [profile.id, profile.userId, profile.active, profile.createdAt]);

const SET_ACTIVE = statement('update customer_profile set active = $2 where user_id = $1', {});

/** As the role goes; of a user without a profile nothing is written. */
export const setCustomerProfileActive = (tx: EntityManager, userId: string, active: boolean): void =>
  SET_ACTIVE.onCommit(tx, [userId, active]);
