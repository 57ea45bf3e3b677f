import { key, nullable, text, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** The customer id of a buyer at a payment provider. */
export const gatewayCustomer = table('gateway_customer', {
  provider: key(text),
  userId: key(uuid),
  /** The digest of the data that the customer was created from. */
  mark: text,
  customerId: text,
  /** The digest of the name, e-mail and phone that the provider has; null if unknown. */
  told: nullable(text),
});
