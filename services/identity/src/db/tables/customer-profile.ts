import { boolean, key, type RowOf, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

export const customerProfile = table('customer_profile', {
  id: key(uuid),
  userId: uuid,
  /** False once the user gave up the customer role. */
  active: boolean,
  createdAt: timestamp,
});

export type CustomerProfileRow = RowOf<typeof customerProfile.columns>;
