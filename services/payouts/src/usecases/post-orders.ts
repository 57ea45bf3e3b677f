import type { EntityManager } from '@mikro-orm/postgresql';
import { ledgerTransfers, type PostedOrder } from '../db/ledger-repository.ts';
import { type LedgerItem, type LedgerOrder, settleOrder } from '../domain/order-transfers.ts';
import type { Transfer } from '../domain/transfer.ts';

/** Posts what the ledger lacks of orders, a transaction each; their locks are taken. */
export const postOrders = (
  tx: EntityManager,
  orders: readonly PostedOrder[],
  at: Date,
  occurredAt: (order: PostedOrder) => Date | null = () => null,
): void => ledgerTransfers.post(tx, orders.map(lackingOfOrder), at, orders.map(occurredAt));

export const lackingOfOrder = (order: PostedOrder): Transfer[] => settleOrder(knownOf(order), order.transfers);

/** What the ledger needs of the sold items of one order. */
export function knownOf({ orderId, items }: Pick<PostedOrder, 'orderId' | 'items'>): LedgerOrder {
  const [first] = items;
  const isCurrent = first !== undefined && first.totalsVersion === first.orderVersion;
  return {
    orderId,
    totalCents: first?.orderTotalCents ?? null,
    refundedCents: isCurrent ? first.orderRefundedCents : null,
    feeCents: isCurrent ? first.orderFeeCents : null,
    items: items.flatMap(({ orderItemId, sale, ...saleState }): LedgerItem[] => {
      if (!sale) return [];
      const { sellerProfileId, quantity, artistEarningsCents, breakdown, givenBackCents = 0, borneFeeCents = 0 } = sale;
      const lost = { givenBackCents, borneFeeCents };
      return [{ orderItemId, sellerProfileId, quantity, artistEarningsCents, breakdown, ...lost, saleState }];
    }),
  };
}
