type Sold = {
  /** What the provider kept of the charge that paid the order; null until it says so. */
  feeCents: number | null;
  lineTotalCents: number;
  /** Of the order, with shipping and discount. */
  totalCents: number;
};

/** An item's part of the fee, as its share of the order's total, to the nearest cent, half a cent up; a discount makes it no more than all. */
export function partOfFee({ feeCents, lineTotalCents, totalCents }: Sold): number | null {
  if (feeCents === null || totalCents <= 0) return feeCents;
  return Math.min(Math.floor((2 * feeCents * lineTotalCents + totalCents) / (2 * totalCents)), feeCents);
}
