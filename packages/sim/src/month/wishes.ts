import { paidFor } from '@estampa/orders-payments/domain/refund-lines';
import type { RefundLine } from '@estampa/orders-payments/domain/refund';
import type { Random } from '@estampa/stack/random';
import type { BoughtOrder } from './order.ts';

/** What an admin wants to go back: all, an amount, or lines; the rules may reject it. */
export function drawRefund(
  random: Random,
  { items, ledger }: BoughtOrder,
): { amountCents: number | null; lines: RefundLine[] } {
  const { totalCents, shippingCents } = ledger.order;
  const kind = random.below(6);
  if (kind === 0) return { amountCents: null, lines: [] };
  if (kind === 1) return { amountCents: 1 + random.below(totalCents), lines: [] };
  const lines = items
    .filter(() => random.chance(1 / 2))
    .map((item): RefundLine => {
      const most = Math.max(paidFor(item), 1);
      const amountCents = random.chance(1 / 3) ? most : 1 + random.below(most);
      return { type: 'item', orderItemId: item.id, amountCents };
    });
  if (shippingCents > 0 && random.chance(1 / 4))
    lines.push({ type: 'shipping', amountCents: 1 + random.below(shippingCents) });
  if (lines.length === 0 || random.chance(1 / 6)) lines.push({ type: 'goodwill', amountCents: 1 + random.below(500) });
  return { amountCents: null, lines };
}
