import { PayoutChanged, PayoutItemChanged } from '@estampa/contracts/payouts/v1/events';
import type { Payout as PayoutMessage, PayoutItem as PayoutItemMessage } from '@estampa/contracts/payouts/v1/payouts';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PayoutItem } from '../domain/payout-item.ts';
import type { Payout } from '../domain/payout.ts';

export const payoutItemMessage = (item: PayoutItem): PayoutItemMessage => ({
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
  breakdown: item.breakdown,
});

export const payoutMessage = (payout: Payout, items: readonly PayoutItem[]): PayoutMessage => ({
  id: payout.id,
  sellerProfileId: payout.sellerProfileId,
  status: payout.status,
  totalCents: payout.totalCents,
  itemCount: payout.itemIds.length,
  items: items.map(payoutItemMessage),
  reference: payout.reference ?? undefined,
  failureReason: payout.failureReason ?? undefined,
  createdBy: payout.createdBy,
  createdAt: payout.createdAt,
  paidAt: payout.paidAt ?? undefined,
  failedAt: payout.failedAt ?? undefined,
});

type ItemEvent = `payout_item_${'held' | 'releasable' | 'reversed' | 'paid' | 'batched' | 'freed' | 'adjusted'}`;

export const announceItem = (tx: EntityManager, type: ItemEvent, item: PayoutItem): void =>
  announce(tx, 'payouts.v1', PayoutItemChanged, {
    type,
    key: `payout_item:${item.id}`,
    message: { item: payoutItemMessage(item), version: item.version },
  });

/** The batch without its items, which tell of themselves: an event stays small. */
export const announcePayout = (
  tx: EntityManager,
  type: 'payout_created' | 'payout_paid' | 'payout_failed' | 'payout_reduced',
  payout: Payout,
): void =>
  announce(tx, 'payouts.v1', PayoutChanged, {
    type,
    key: `payout:${payout.id}`,
    message: { payout: payoutMessage(payout, []), version: payout.version },
  });
