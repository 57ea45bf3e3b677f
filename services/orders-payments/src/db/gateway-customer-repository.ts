import { selected, takenFrom, toRecord } from '@estampa/kit/postgres/rows';
import type { RowOf } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { gatewayCustomer } from './tables/gateway-customer.ts';

type GatewayCustomerRow = RowOf<typeof gatewayCustomer.columns>;
export type RememberedCustomer = Omit<GatewayCustomerRow, 'provider' | 'userId' | 'mark'>;
/** The record as far as it is remembered; nobody but a new buyer can be sure to have none at the gateway. */
export type KnownCustomer = { customerId: string | null; told: string | null; isNewBuyer: boolean };

/** The records of buyers at gateways. */
export const gatewayCustomers = {
  /** The one that was made of `mark`. */
  find: (
    em: EntityManager,
    { provider, userId, mark }: Omit<GatewayCustomerRow, keyof RememberedCustomer>,
  ): Promise<RememberedCustomer | undefined> => FIND.first(em, [provider, userId, mark]),

  /** In place of what was remembered. */
  async save(em: EntityManager, row: GatewayCustomerRow): Promise<void> {
    await SAVE.all(em, [toRecord(row)]);
  },
};

const REMEMBERED = gatewayCustomer.pick('mark', 'customerId', 'told');

const FIND = statement(
  `select ${selected(REMEMBERED, 'c')} from gateway_customer as c
   where c.provider = $1 and c.user_id = $2 and c.mark = $3`,
  REMEMBERED,
);

const SAVE = statement(
  `${gatewayCustomer.insertRecord('$1')}
   on conflict (provider, user_id) do update set ${takenFrom('excluded', REMEMBERED)}`,
  {},
);
