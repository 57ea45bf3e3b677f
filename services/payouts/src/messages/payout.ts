import { PayoutChanged } from '@estampa/contracts/payouts/v1/events';
import type { Payout as PayoutMessage } from '@estampa/contracts/payouts/v1/payouts';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PayoutItem } from '../domain/payout-item.ts';
import type { Payout, PayoutStatus } from '../domain/payout.ts';
import { payoutItemMessage } from './payout-item.ts';

export const payoutMessage = (payout: Payout, items: readonly PayoutItem[]): AllFields<PayoutMessage> => ({
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
  updatedAt: payout.updatedAt,
  endToEndId: payout.endToEndId ?? undefined,
  receiptUrl: payout.receiptUrl ?? undefined,
});

export type PayoutEvent = `payout_${'created' | 'reduced' | PayoutStatus}`;

/** The batch without its items, which have events of their own: an event stays small. */
export const publishPayout = (tx: EntityManager, type: PayoutEvent, payout: Payout): void =>
  appendEvent(tx, 'payouts.v1', PayoutChanged, {
    type,
    key: `payout:${payout.id}`,
    message: { payout: payoutMessage(payout, []), version: payout.version },
  });
