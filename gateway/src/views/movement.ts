import type { Movement } from '@estampa/contracts/orders/v1/movement';
import type { UnmatchedTransfer } from '@estampa/contracts/payouts/v1/payout_run';
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
  ageSeconds: secondsSince(movement.seenAt!, now),
});

const secondsSince = (at: Date, now: number): number => Math.max(0, Math.floor((now - at.getTime()) / 1_000));

export const UnmatchedTransferJson = z
  .object({
    providerId: z.string().describe('The provider’s id of the transfer'),
    amountCents: shownCents,
    reason: z.enum(['unknown', 'second_transfer', 'another_amount', 'not_done']).meta({
      id: 'UnmatchedTransferReason',
      description:
        'unknown: no payout has its reference; second_transfer: another one with the same reference is the payout’s; another_amount: it is not what was requested; not_done: the payout is not known as paid, or failed',
    }),
    payoutId: id.nullable().describe('The batch whose reference it has; null where none has'),
    transferId: id.nullable().describe('Our reference, where it is one of ours; else null'),
    seenAt: timestamp.describe('When it was seen'),
    ageSeconds: z.int().describe('How long ago that is; payouts mostly follow within seconds'),
  })
  .meta({ id: 'UnmatchedTransfer' });

export const unmatchedTransferView = (
  transfer: UnmatchedTransfer,
  now: number,
): View<UnmatchedTransfer, typeof UnmatchedTransferJson> => ({
  providerId: transfer.providerId,
  amountCents: transfer.amountCents,
  reason: transfer.reason as z.input<typeof UnmatchedTransferJson>['reason'],
  payoutId: transfer.payoutId ?? null,
  transferId: transfer.transferId ?? null,
  seenAt: iso(transfer.seenAt!),
  ageSeconds: secondsSince(transfer.seenAt!, now),
});
