import { selected, takenFrom, toRecord } from '@estampa/kit/postgres/rows';
import type { RowOf } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { gatewayCustomer } from './tables/gateway-customer.ts';

type GatewayCustomerRow = RowOf<typeof gatewayCustomer.columns>;
export type RememberedCustomer = Omit<GatewayCustomerRow, 'provider' | 'userId' | 'mark'>;
/** The stored customer id, if any; only a new buyer is certain to have none at the provider. */
export type KnownCustomer = { customerId: string | null; told: string | null; isNewBuyer: boolean };

/** Customer ids of buyers at payment providers. */
export const gatewayCustomers = {
  /** Finds the record that was created from `mark`. */
  find: (
    em: EntityManager,
    { provider, userId, mark }: Omit<GatewayCustomerRow, keyof RememberedCustomer>,
  ): Promise<RememberedCustomer | undefined> => FIND.first(em, [provider, userId, mark]),

  /** Replaces a stored record. */
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
