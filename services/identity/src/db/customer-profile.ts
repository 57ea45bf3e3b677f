import { selected } from '@estampa/kit/postgres/rows';
import { boolean, moment, type RowOf, statement, text } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const CUSTOMER_PROFILE = { id: text, userId: text, active: boolean, createdAt: moment };

/** `active` is false once the user gave up the customer role. */
export type CustomerProfile = RowOf<typeof CUSTOMER_PROFILE>;

const OF_USER = statement(
  `select ${selected(CUSTOMER_PROFILE, 'p')} from customer_profile p where p.user_id = $1`,
  CUSTOMER_PROFILE,
);

export const findCustomerProfile = (em: EntityManager, userId: string): Promise<CustomerProfile | undefined> =>
  OF_USER.first(em, [userId]);

const SAVE = statement(
  `insert into customer_profile (id, user_id, active, created_at) values ($1, $2, $3, $4)
   on conflict (user_id) do update set active = excluded.active`,
  {},
);

export const saveCustomerProfile = (tx: EntityManager, profile: CustomerProfile): void =>
  SAVE.later(tx, [profile.id, profile.userId, profile.active, profile.createdAt]);

const SET_ACTIVE = statement('update customer_profile set active = $2 where user_id = $1', {});

/** As the role goes; of a user without a profile nothing is written. */
export const setCustomerProfileActive = (tx: EntityManager, userId: string, active: boolean): void =>
  SET_ACTIVE.later(tx, [userId, active]);
