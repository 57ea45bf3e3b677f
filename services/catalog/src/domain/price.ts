import { DomainError, type FieldError } from '@estampa/kernel/errors';
import { shareOut } from '@estampa/kernel/money';

/** What a price is measured against. */
export type CostBasis = { baseCostCents: number; platformFeeBasisPoints: number; artistRoyaltyBasisPoints: number };

/** The highest price and cost of one unit: a line of 100 of them still fits a 32-bit integer of cents. */
export const UNIT_PRICE_MAX_CENTS = 10_000_000;

/** A price must be greater than the base cost plus the platform fee on it. */
export const coversCost = (priceCents: number, basis: CostBasis): boolean =>
  shareOut({ priceCents, ...basis }).profitCents > 0;

/** The lowest integer price that covers its cost; null when there is none, as with a fee of 100 %. */
export function leastPriceCents(basis: CostBasis): number | null {
  if (!coversCost(UNIT_PRICE_MAX_CENTS, basis)) return null;

  // A cent more of price never adds more than a cent of fee, so profit never falls and can be searched by halves.
  let tooLow = 0;
  let enough = UNIT_PRICE_MAX_CENTS;
  while (enough - tooLow > 1) {
    const middle = Math.floor((tooLow + enough) / 2);
    if (coversCost(middle, basis)) enough = middle;
    else tooLow = middle;
  }
  return enough;
}

export type Pricing = { path: string; priceCents: number; basis: CostBasis };

/** Rejects prices that do not cover their cost, each with the least price that would. */
export function mustCoverCost(pricings: readonly Pricing[]): void {
  const fields = pricings
    .filter(({ priceCents, basis }) => !coversCost(priceCents, basis))
    .map(({ path, basis }) => tooLow(path, leastPriceCents(basis)));
  const [first] = fields;
  if (first) throw new DomainError('invalid', 'price_too_low', `${first.path} ${first.message}`, { fields });
}

const tooLow = (path: string, leastCents: number | null): FieldError => ({
  path,
  code: 'price_too_low',
  message:
    leastCents === null
      ? 'can never be greater than the base cost plus the platform fee'
      : `must be at least ${leastCents}, to be greater than the base cost plus the platform fee`,
});
