import { statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** `mark` tells what the gateway's record of the buyer was made of. */
type Key = { provider: string; userId: string; mark: string };

export const rememberCustomer = (
  em: EntityManager,
  { provider, userId, mark, customerId }: Key & { customerId: string },
): Promise<unknown> => REMEMBER.all(em, [provider, userId, mark, customerId]);

const REMEMBER = statement(
  `insert into gateway_customer (provider, user_id, mark, customer_id) values ($1, $2, $3, $4)
   on conflict (provider, user_id) do update set mark = excluded.mark, customer_id = excluded.customer_id`,
  {},
);

export const findCustomer = async (em: EntityManager, { provider, userId, mark }: Key): Promise<string | null> =>
  (await CUSTOMER.first(em, [provider, userId, mark]))?.customerId ?? null;

const CUSTOMER = statement(
  'select customer_id as "customerId" from gateway_customer where provider = $1 and user_id = $2 and mark = $3',
  { customerId: text },
);
