import type { Payout, PayoutItem, Summary } from '@estampa/contracts/payouts/v1/payouts';
import { z } from 'zod';
import { id, iso, isoOrNull, timestamp, shownCents } from '../routes/schemas.ts';
import { BreakdownJson, breakdownView } from './earnings-breakdown.ts';
import type { View } from './view.ts';

export const PayoutStatus = z.enum(['pending', 'sending', 'paid', 'failed']).meta({
  id: 'PayoutStatus',
  description:
    'pending: the money is to be sent; sending: the payment provider was asked to; paid: it was, and this is final unless a bank sends it back; failed: final, its items are free for another batch',
});
export const PayoutItemStatus = z.enum(['held', 'releasable', 'reversed', 'paid']).meta({
  id: 'PayoutItemStatus',
  description:
    'held: waits until the item is delivered; releasable: can go into a batch; paid: its batch was paid; reversed: taken back, since the order was refunded or the item came back',
});

export const PayoutItemJson = z
  .object({
    id,
    type: z
      .enum(['sale', 'adjustment'])
      .meta({ id: 'PayoutItemType' })
      .describe('An adjustment corrects what a sale earned: after a partial refund, or after it was paid'),
    orderId: id.describe('The order that the item was sold in'),
    orderNumber: z.int().describe('What people call the order'),
    orderItemId: id.describe('The item of the order'),
    sellerProfileId: id.describe('The artist who earns it'),
    title: z.string().describe('Of the item, as it was sold'),
    quantity: z.int().describe('How many units were sold'),
    amountCents: shownCents.describe('Negative where something is taken back'),
    status: PayoutItemStatus,
    payoutId: id.nullable().describe('The pending, sending or paid batch that holds it'),
    heldAt: timestamp.nullable().describe('When it began to wait for the delivery; null for what never waited'),
    releasableAt: timestamp.nullable().describe('When it could be paid out; null until then'),
    reversedAt: timestamp.nullable().describe('When it was taken back; null unless it was'),
    paidAt: timestamp.nullable().describe('When the batch that holds it was marked paid; null until then'),
    breakdown: BreakdownJson,
  })
  .meta({ id: 'PayoutItem' });

export const PayoutJson = z
  .object({
    id,
    sellerProfileId: id.describe('The artist who is paid'),
    status: PayoutStatus,
    totalCents: shownCents.describe('What is sent to the artist: the sum of the items'),
    itemCount: z.int().describe('How many items it was made of'),
    items: z.array(PayoutItemJson).describe('What it is made of; of a failed one what it was made of'),
    reference: z
      .string()
      .nullable()
      .describe(
        'What the admin noted of the transfer, or the end-to-end id of the Pix; null until it is paid, or without one',
      ),
    failureReason: z.string().nullable().describe('Why the money could not be sent; null unless it failed'),
    createdBy: id.describe('The admin who made it'),
    createdAt: timestamp,
    paidAt: timestamp.nullable().describe('When an admin marked it paid, or its transfer was done; null until then'),
    failedAt: timestamp
      .nullable()
      .describe('When an admin marked it failed, or its transfer failed or came back; null unless one did'),
    endToEndId: z.string().nullable().describe('Of the Pix that paid it, as banks know it; null without one'),
    receiptUrl: z.string().nullable().describe('The receipt of that Pix; null without one'),
    updatedAt: timestamp.describe('When it was made, lost an item, was paid or failed'),
  })
  .meta({ id: 'Payout' });

export const SummaryJson = z
  .object({
    heldCents: shownCents.describe('Of paid orders that are not delivered yet'),
    releasableCents: shownCents.describe('With what is in a batch that is not paid yet, less what is owed back'),
    paidCents: shownCents.describe('What was really paid out'),
    reversedCents: shownCents.describe('Taken back after refunds and returns'),
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
  endToEndId: payout.endToEndId ?? null,
  receiptUrl: payout.receiptUrl ?? null,
  // Responses that an earlier version stored do not have it.
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
