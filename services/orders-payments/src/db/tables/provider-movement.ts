import { bigint, key, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { MOVEMENT_KINDS } from '../../domain/movement.ts';

/** Rows that a trigger of `payment` adds and nobody changes. */
export const providerMovement = table('provider_movement', {
  id: key(uuid),
  orderId: uuid,
  paymentId: uuid,
  provider: text,
  providerPaymentId: text,
  kind: oneOf(MOVEMENT_KINDS),
  amountCents: bigint,
  seenAt: timestamp,
});

export type MovementRow = RowOf<typeof providerMovement.columns>;
