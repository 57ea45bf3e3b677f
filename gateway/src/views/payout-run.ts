import type { PayoutRun, PixTransfer, PlanPayoutRunResponse } from '@estampa/contracts/payouts/v1/payout_run';
import { PIX_KEY_KINDS } from '@estampa/kernel/pix-key';
import { z } from 'zod';
import { id, iso, isoOrNull, shownCents, timestamp } from '../routes/schemas.ts';

export const PixKeyKind = z.enum(PIX_KEY_KINDS).meta({
  id: 'PixKeyKind',
  description: 'phone: of Brazil; random: the key that a bank generated, a UUID',
});

const sellerProfileId = id.describe('The artist');
const maskedKey = z.string().describe('As much of the key as its owner knows it by');

const PlanJson = z
  .object({
    paid: z
      .array(
        z
          .object({
            sellerProfileId,
            amountCents: shownCents.describe('Of all items of the batch, less what is owed back'),
            itemCount: z.int(),
            keyKind: PixKeyKind,
            maskedKey,
          })
          .meta({ id: 'PlannedPayout' }),
      )
      .describe('Who would be paid, the highest amounts first'),
    excluded: z
      .array(
        z
          .object({
            sellerProfileId,
            amountCents: shownCents.describe('What is left as it is; negative where something is owed back'),
            reason: z.enum(['owes', 'below_minimum', 'no_key', 'key_cools', 'run_is_full']).meta({
              id: 'PayoutExclusion',
              description:
                'owes: more is owed back than earned, or as much; below_minimum: less than is sent; no_key: no Pix key is set; key_cools: it was set less than a day ago; run_is_full: the next run pays it',
            }),
            usableFrom: timestamp.nullable().describe('Of a key that cools; else null'),
          })
          .meta({ id: 'ExcludedSeller' }),
      )
      .describe('Who has releasable items and would not be paid, and why'),
    totalCents: shownCents.describe('Of all who would be paid'),
    digest: z.string().describe('To be given when exactly this is to be paid'),
    needsTwoApprovers: z.boolean().describe('Whether another admin has to approve the run'),
  })
  .meta({ id: 'PayoutPlan', description: 'What a run would do now' });

const PixTransferJson = z
  .object({
    id: id.describe('Our reference at the payment provider'),
    payoutId: id.describe('The batch that it pays'),
    sellerProfileId,
    amountCents: shownCents,
    status: z.enum(['intended', 'requested', 'accepted', 'done', 'failed', 'returned']).meta({
      id: 'PixTransferStatus',
      description:
        'intended: not requested yet; requested: requested, without a response; accepted: the provider has it; done: paid; failed: not paid, and its items are free; returned: paid, and the money came back',
    }),
    keyKind: PixKeyKind,
    maskedKey,
    endToEndId: z.string().nullable().describe('Of the Pix, as banks know it; null until it is done'),
    receiptUrl: z.string().nullable().describe('The provider’s receipt; null until it is done'),
    failure: z.string().nullable().describe('Why it was not paid; null unless it was not'),
    unexplained: z.string().nullable().describe('What contradicts what was requested, so that someone has to look'),
  })
  .meta({ id: 'PixTransfer' });

export const PayoutRunJson = z
  .object({
    id,
    status: z.enum(['proposed', 'started', 'withdrawn']).meta({
      id: 'PayoutRunStatus',
      description: 'proposed: waits for another admin; started: its transfers are sent; withdrawn: nothing was sent',
    }),
    totalCents: shownCents.describe('Of all its batches when it was made'),
    createdBy: id.describe('The admin who made it'),
    createdAt: timestamp,
    needsTwoApprovers: z.boolean().describe('Whether two admins have to want it'),
    approvedBy: z.array(id).describe('The admins who want it'),
    startedAt: timestamp.nullable().describe('Since when its transfers are sent; null until then'),
    withdrawnAt: timestamp.nullable().describe('When it was withdrawn; null unless it was'),
    transfers: z.array(PixTransferJson),
  })
  .meta({ id: 'PayoutRun' });

export const RanJson = z
  .object({
    plan: PlanJson.nullable().describe('Of a dry run; else null'),
    run: PayoutRunJson.nullable().describe('Null after a dry run, which changes nothing'),
  })
  .meta({ id: 'PayoutRunOutcome' });

export const planView = (plan: PlanPayoutRunResponse): z.input<typeof PlanJson> => ({
  paid: plan.paid.map(({ keyKind, ...planned }) => ({ ...planned, keyKind: keyKind as z.input<typeof PixKeyKind> })),
  excluded: plan.excluded.map(({ reason, usableFrom, ...seller }) => ({
    ...seller,
    reason: reason as z.input<typeof PlanJson>['excluded'][number]['reason'],
    usableFrom: isoOrNull(usableFrom),
  })),
  totalCents: plan.totalCents,
  digest: plan.digest,
  needsTwoApprovers: plan.needsTwoApprovers,
});

export const runView = (run: PayoutRun, transfers: readonly PixTransfer[]): z.input<typeof PayoutRunJson> => ({
  id: run.id,
  status: run.status as z.input<typeof PayoutRunJson>['status'],
  totalCents: run.totalCents,
  createdBy: run.createdBy,
  createdAt: iso(run.createdAt!),
  needsTwoApprovers: run.needsTwoApprovers,
  approvedBy: run.approvedBy,
  startedAt: isoOrNull(run.startedAt),
  withdrawnAt: isoOrNull(run.withdrawnAt),
  transfers: transfers.map((transfer) => ({
    id: transfer.id,
    payoutId: transfer.payoutId,
    sellerProfileId: transfer.sellerProfileId,
    amountCents: transfer.amountCents,
    status: transfer.status as z.input<typeof PixTransferJson>['status'],
    keyKind: transfer.keyKind as z.input<typeof PixKeyKind>,
    maskedKey: transfer.maskedKey,
    endToEndId: transfer.endToEndId ?? null,
    receiptUrl: transfer.receiptUrl ?? null,
    failure: transfer.failure ?? null,
    unexplained: transfer.unexplained ?? null,
  })),
});
