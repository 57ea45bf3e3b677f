import { key, nullable, text, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** The record of a buyer at a gateway. */
export const gatewayCustomer = table('gateway_customer', {
  provider: key(text),
  userId: key(uuid),
  /** What the record was made of. */
  mark: text,
  customerId: text,
  /** Which name, e-mail and phone the gateway knows; null where that was not stored. */
  told: nullable(text),
});
