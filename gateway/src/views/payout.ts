import type { Payout, PayoutItem, Summary } from '@estampa/contracts/payouts/v1/payouts';
import { z } from 'zod';
import { basisPointsToPercent, id, iso, isoOrNull, percent, timestamp, shownCents } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const PayoutStatus = z.enum(['pending', 'paid', 'failed']).meta({ id: 'PayoutStatus' });
export const PayoutItemStatus = z.enum(['held', 'releasable', 'reversed', 'paid']).meta({ id: 'PayoutItemStatus' });

const BreakdownJson = z
  .object({
    priceCents: shownCents,
    baseCostCents: shownCents,
    platformFeeCents: shownCents,
    profitCents: shownCents,
    artistRoyaltyPercent: percent,
    platformFeePercent: percent,
  })
  .meta({ id: 'EarningsBreakdown', description: 'How one unit was shared when it was sold' });

export const PayoutItemJson = z
  .object({
    id,
    type: z
      .enum(['sale', 'adjustment'])
      .meta({ id: 'PayoutItemType' })
      .describe('An adjustment corrects what a sale earned: after a partial refund, or after it was paid'),
    orderId: id,
    orderNumber: z.int(),
    orderItemId: id,
    sellerProfileId: id,
    title: z.string(),
    quantity: z.int(),
    amountCents: shownCents.describe('Negative where something is taken back'),
    status: PayoutItemStatus,
    payoutId: id.nullable().describe('The pending or paid batch that holds it'),
    heldAt: timestamp.nullable(),
    releasableAt: timestamp.nullable(),
    reversedAt: timestamp.nullable(),
    paidAt: timestamp.nullable(),
    breakdown: BreakdownJson,
  })
  .meta({ id: 'PayoutItem' });

export const PayoutJson = z
  .object({
    id,
    sellerProfileId: id,
    status: PayoutStatus,
    totalCents: shownCents,
    itemCount: z.int(),
    items: z.array(PayoutItemJson),
    reference: z.string().nullable(),
    failureReason: z.string().nullable(),
    createdBy: id,
    createdAt: timestamp,
    paidAt: timestamp.nullable(),
    failedAt: timestamp.nullable(),
    updatedAt: timestamp,
  })
  .meta({ id: 'Payout' });

export const SummaryJson = z
  .object({
    heldCents: shownCents,
    releasableCents: shownCents.describe('With what is in a batch that is not paid yet, less what is owed back'),
    paidCents: shownCents.describe('What was really paid out'),
    reversedCents: shownCents,
  })
  .meta({ id: 'PayoutSummary' });

export const payoutView = (payout: Payout): View<Payout, typeof PayoutJson> => ({
  id: payout.id,
  sellerProfileId: payout.sellerProfileId,
  status: payout.status as z.input<typeof PayoutStatus>,
  totalCents: payout.totalCents,
  itemCount: payout.itemCount,
  items: payout.items.map(payoutItemView),
  reference: payout.reference ?? null,
  failureReason: payout.failureReason ?? null,
  createdBy: payout.createdBy,
  createdAt: iso(payout.createdAt!),
  paidAt: isoOrNull(payout.paidAt),
  failedAt: isoOrNull(payout.failedAt),
  // A response that was stored by the version before does not tell it.
  updatedAt: iso((payout.updatedAt ?? payout.createdAt)!),
});

export const payoutItemView = (item: PayoutItem): View<PayoutItem, typeof PayoutItemJson> => ({
  id: item.id,
  type: item.type as z.input<typeof PayoutItemJson>['type'],
  orderId: item.orderId,
  orderNumber: item.orderNumber,
  orderItemId: item.orderItemId,
  sellerProfileId: item.sellerProfileId,
  title: item.title,
  quantity: item.quantity,
  amountCents: item.amountCents,
  status: item.status as z.input<typeof PayoutItemStatus>,
  payoutId: item.payoutId ?? null,
  heldAt: isoOrNull(item.heldAt),
  releasableAt: isoOrNull(item.releasableAt),
  reversedAt: isoOrNull(item.reversedAt),
  paidAt: isoOrNull(item.paidAt),
  breakdown: breakdownView(item.breakdown!),
});

export const summaryView = ({ heldCents, releasableCents, paidCents, reversedCents }: Summary) => ({
  heldCents,
  releasableCents,
  paidCents,
  reversedCents,
});

const breakdownView = (breakdown: NonNullable<PayoutItem['breakdown']>): z.input<typeof BreakdownJson> => ({
  priceCents: breakdown.priceCents,
  baseCostCents: breakdown.baseCostCents,
  platformFeeCents: breakdown.platformFeeCents,
  profitCents: breakdown.profitCents,
  artistRoyaltyPercent: basisPointsToPercent(breakdown.artistRoyaltyBasisPoints),
  platformFeePercent: basisPointsToPercent(breakdown.platformFeeBasisPoints),
});
