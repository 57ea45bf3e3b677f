import { balanceOf, worthOf } from './worth.ts';
import { adjust, earn, earningOf, moveTo, type PayoutItem, type Sale, standingWith } from './payout-item.ts';
import { type BatchState, isOnHold, type SaleState, type Standing, standingOf } from './standing.ts';

export type Sold = {
  saleState: SaleState;
  sale: Sale;
  /** Of all its units, its part of what went back to the buyer. */
  givenBackCents: number;
  /** Of all its units, what its artist bears of the provider's fee. */
  borneFeeCents: number;
};

/** What becomes of one entry. A new one is the given object itself, which later effects name again. */
export type Effect =
  | { kind: 'added'; entry: PayoutItem }
  | { kind: 'moved'; entry: PayoutItem; change: Partial<PayoutItem>; leavesBatch: boolean };

/**
 * Brings the entries of a sold item in line with what is known of it. Whatever they lack of what the sale is worth by now
 * becomes another entry; the amount of none is ever changed, and none is dropped.
 */
export function settleEntries(
  { saleState, sale, givenBackCents, borneFeeCents }: Sold,
  entries: readonly PayoutItem[],
  batchOf: (entry: PayoutItem) => BatchState,
  now: Date,
): Effect[] {
  const known = entries.find(({ type }) => type === 'sale');
  const standing = standingOf(saleState, known ? batchOf(known) : 'none');
  if (!standing) return [];

  const effects: Effect[] = [];
  const place = (entry: PayoutItem, to: Standing): PayoutItem => {
    const change = moveTo(entry, to, now);
    if (change) effects.push({ kind: 'moved', entry, change, leavesBatch: to.leavesBatch });
    return { ...entry, ...change };
  };
  const item = known ?? earn(sale, now);
  if (!known) effects.push({ kind: 'added', entry: item });
  const placed = place(item, standing);
  const others = entries.filter(({ type }) => type === 'adjustment');
  const hasLeft = (entry: PayoutItem) => Boolean(entry.paidAt) || batchOf(entry) === 'sending';
  const circumstances = { isOnHold: isOnHold(saleState), hasPaid: [placed, ...others].some(hasLeft) };
  const corrections = others.map((one) => (hasLeft(one) ? one : place(one, standingWith(placed, one, circumstances))));
  const earning = { amountCents: earningOf(sale), givenBackCents, borneFeeCents };
  const lacking = worthOf(saleState, earning) - balanceOf([placed, ...corrections]);
  const corrected = { ...placed, breakdown: sale.breakdown };
  if (lacking !== 0) effects.push({ kind: 'added', entry: adjust(corrected, lacking, circumstances.isOnHold, now) });
  return effects;
}
