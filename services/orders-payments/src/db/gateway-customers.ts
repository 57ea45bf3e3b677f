import { nullable, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** `mark` tells what the gateway's record of the buyer was made of. */
type Key = { provider: string; userId: string; mark: string };

/** `told`: which name, e-mail and phone the gateway was told last; null where nobody wrote that down. */
export type RememberedCustomer = { customerId: string; told: string | null };

export const rememberCustomer = (
  em: EntityManager,
  { provider, userId, mark, customerId, told }: Key & RememberedCustomer,
): Promise<unknown> => REMEMBER.all(em, [provider, userId, mark, customerId, told]);

const REMEMBER = statement(
  `insert into gateway_customer (provider, user_id, mark, customer_id, told) values ($1, $2, $3, $4, $5)
   on conflict (provider, user_id) do update
     set mark = excluded.mark, customer_id = excluded.customer_id, told = excluded.told`,
  {},
);

export const findCustomer = async (
  em: EntityManager,
  { provider, userId, mark }: Key,
): Promise<RememberedCustomer | null> => (await CUSTOMER.first(em, [provider, userId, mark])) ?? null;

const CUSTOMER = statement(
  'select customer_id as "customerId", told from gateway_customer where provider = $1 and user_id = $2 and mark = $3',
  { customerId: text, told: nullable(text) },
);
