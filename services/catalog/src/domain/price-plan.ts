import type { FieldError } from '@estampa/kernel/errors';
import { BASIS_POINTS, portion } from '@estampa/kernel/money';
import { type CostBasis, leastPriceCents, mustCoverCost, UNIT_PRICE_MAX_CENTS } from './price.ts';
import { mustBeValid } from './rejections.ts';

/** One price for all, or for each the least whose profit is at least this share of it. */
export type Pricing = { priceCents: number } | { marginBasisPoints: number };

/** A price for each cost; what cannot be priced so rejects them all. */
export function pricesOf(bases: readonly CostBasis[], pricing: Pricing): number[] {
  if ('priceCents' in pricing) return bases.map(onePrice(bases, pricing.priceCents));
  return marginPrices(bases, pricing.marginBasisPoints);
}

/** The dearest variant decides whether one price will do. */
function onePrice(bases: readonly CostBasis[], priceCents: number): () => number {
  const dearest = bases.reduce((one, other) => (other.baseCostCents > one.baseCostCents ? other : one));
  mustCoverCost([{ path: 'priceCents', priceCents, basis: dearest }]);
  return () => priceCents;
}

function marginPrices(bases: readonly CostBasis[], marginBasisPoints: number): number[] {
  const known = new Map<number, number | null>();
  const prices = bases.map((basis) => {
    const { baseCostCents } = basis;
    if (!known.has(baseCostCents)) known.set(baseCostCents, leastPriceWithMargin(basis, marginBasisPoints));
    return known.get(baseCostCents)!;
  });
  if (prices.includes(null as never)) mustBeValid([impossible(marginBasisPoints)]);
  return prices;
}

const impossible = (marginBasisPoints: number): FieldError => ({
  path: 'marginPercent',
  code: 'margin_impossible',
  message: `leaves no price up to ${UNIT_PRICE_MAX_CENTS} whose profit is ${marginBasisPoints / 100} % of it`,
});

/**
 * The lowest integer price that covers its cost and whose profit is at least this share of it; null when there is none.
 * Rounding makes the profit jump, so the exact solution is only where the search begins: no lower price can do, and
 * soon above it every price does.
 */
export function leastPriceWithMargin(basis: CostBasis, marginBasisPoints: number): number | null {
  const { baseCostCents, platformFeeBasisPoints } = basis;
  const least = leastPriceCents(basis);
  const left = BASIS_POINTS - platformFeeBasisPoints - marginBasisPoints;
  if (least === null || (left <= 0 && baseCostCents > 0)) return null;

  const tooLow = left > 0 ? Math.floor((baseCostCents * BASIS_POINTS - BASIS_POINTS / 2) / left) : 0;
  const last = Math.min(UNIT_PRICE_MAX_CENTS, Math.max(least, tooLow) + CHECKED_MAX);
  for (let price = Math.max(least, tooLow + 1); price <= last; price += 1) {
    const profitCents = price - baseCostCents - portion(price, platformFeeBasisPoints);
    if (profitCents * BASIS_POINTS >= price * marginBasisPoints) return price;
  }
  return null;
}

/** A cent of rounding is as much as the shares leave of so many cents at most. */
const CHECKED_MAX = BASIS_POINTS + 1;
