import type { Movement } from '@estampa/contracts/orders/v1/movement';
import { z } from 'zod';
import { id, iso, shownCents, timestamp } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const UnmatchedMovementJson = z
  .object({
    id,
    kind: z
      .enum(['charge', 'refund', 'dispute', 'fee'])
      .meta({ id: 'ProviderMovementKind' })
      .describe(
        'What moved; a fee is what the provider kept; a dispute moves nothing, but nothing of it may be paid out',
      ),
    orderId: id.describe('The order that it belongs to'),
    paymentId: id.describe('The attempt to pay that it belongs to'),
    paymentProvider: z.string().describe('asaas or mercadopago'),
    providerPaymentId: z.string().describe('The provider’s id of the charge'),
    amountCents: shownCents.describe('Negative where less is there than was seen before'),
    seenAt: timestamp.describe('When it was seen'),
    ageSeconds: z.int().describe('How long ago that is; the ledger mostly follows within a few seconds'),
  })
  .meta({ id: 'UnmatchedMovement' });

export const unmatchedMovementView = (
  movement: Movement,
  now: number,
): View<Movement, typeof UnmatchedMovementJson> => ({
  id: movement.id,
  kind: movement.kind as z.input<typeof UnmatchedMovementJson>['kind'],
  orderId: movement.orderId,
  paymentId: movement.paymentId,
  paymentProvider: movement.paymentProvider,
  providerPaymentId: movement.providerPaymentId,
  amountCents: movement.amountCents,
  seenAt: iso(movement.seenAt!),
  ageSeconds: Math.max(0, Math.floor((now - movement.seenAt!.getTime()) / 1_000)),
});
