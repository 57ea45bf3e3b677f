import { PayoutItemChanged } from '@estampa/contracts/payouts/v1/events';
import type { PayoutItem as PayoutItemMessage } from '@estampa/contracts/payouts/v1/payouts';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PayoutItem } from '../domain/payout-item.ts';

export const payoutItemMessage = (item: PayoutItem): AllFields<PayoutItemMessage> => ({
  id: item.id,
  type: item.type,
  orderId: item.orderId,
  orderNumber: item.orderNumber,
  orderItemId: item.orderItemId,
  sellerProfileId: item.sellerProfileId,
  title: item.title,
  quantity: item.quantity,
  amountCents: item.amountCents,
  status: item.status,
  payoutId: item.payoutId ?? undefined,
  heldAt: item.heldAt ?? undefined,
  releasableAt: item.releasableAt ?? undefined,
  reversedAt: item.reversedAt ?? undefined,
  paidAt: item.paidAt ?? undefined,
  breakdown: {
    ...item.breakdown,
    discountCents: item.breakdown.discountCents ?? 0,
    discountFunder: item.breakdown.discountFunder,
  },
});

export type PayoutItemEvent =
  `payout_item_${'held' | 'releasable' | 'reversed' | 'paid' | 'batched' | 'freed' | 'adjusted'}`;

export const publishPayoutItem = (tx: EntityManager, type: PayoutItemEvent, item: PayoutItem): void =>
  appendEvent(tx, 'payouts.v1', PayoutItemChanged, {
    type,
    key: `payout_item:${item.id}`,
    message: { item: payoutItemMessage(item), version: item.version },
  });
