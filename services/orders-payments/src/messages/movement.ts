import type { Movement as MovementMessage } from '@estampa/contracts/orders/v1/movement';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { MovementRow } from '../db/tables/provider-movement.ts';

export const movementMessage = ({ provider, ...movement }: MovementRow): AllFields<MovementMessage> => ({
  ...movement,
  paymentProvider: provider,
});
