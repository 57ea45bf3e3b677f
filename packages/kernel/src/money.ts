/** Hundredths of a percent in 100 %: 10,000 basis points. */
export const BASIS_POINTS = 10_000;

/** How one unit's price is shared: all amounts in integer cents (SPEC "Seller earnings formula"). */
export type Earnings = {
  priceCents: number;
  baseCostCents: number;
  platformFeeCents: number;
  profitCents: number;
  artistEarningsCents: number;
  platformFeeBasisPoints: number;
  artistRoyaltyBasisPoints: number;
};

export type EarningsInput = Pick<
  Earnings,
  'priceCents' | 'baseCostCents' | 'platformFeeBasisPoints' | 'artistRoyaltyBasisPoints'
>;

/** The earnings formula, each step rounded half-up on its own. A price below its cost earns nothing, never a debt. */
export function shareOut(input: EarningsInput): Earnings {
  const platformFeeCents = portion(input.priceCents, input.platformFeeBasisPoints);
  const profitCents = input.priceCents - input.baseCostCents - platformFeeCents;
  const artistEarningsCents = Math.max(0, portion(profitCents, input.artistRoyaltyBasisPoints));
  return { ...input, platformFeeCents, profitCents, artistEarningsCents };
}

/** A share of an amount in basis points, rounded half-up to integer cents. */
export const portion = (cents: number, basisPoints: number): number =>
  Math.floor((cents * basisPoints + BASIS_POINTS / 2) / BASIS_POINTS);
