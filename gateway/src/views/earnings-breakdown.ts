import type { Earnings } from '@estampa/contracts/orders/v1/earnings';
import type { Breakdown } from '@estampa/contracts/payouts/v1/payouts';
import { z } from 'zod';
import { basisPointsToPercent, id, percent, shownCents } from '../routes/schemas.ts';
import { CouponFunder } from './coupon.ts';
import type { View } from './view.ts';

/** What checkout freezes. */
export const FrozenBreakdownJson = z
  .object({
    priceCents: shownCents.describe('What the buyer paid for the unit'),
    baseCostCents: shownCents.describe('What making it costs; kept by the platform'),
    platformFeeCents: shownCents.describe('What the platform keeps of the price'),
    profitCents: shownCents.describe('Price less base cost and platform fee; shared with the artist'),
    artistRoyaltyPercent: percent.describe('The artist’s share of the profit'),
    platformFeePercent: percent.describe('The platform’s share of the price'),
    feeOverrideId: id
      .nullable()
      .describe('What that share was agreed by with the artist; null: it was that of the product type'),
    providerFeeBearer: z
      .enum(['platform', 'artist'])
      .meta({ id: 'ProviderFeeBearer' })
      .describe('Who bears what the payment provider keeps of the price'),
  })
  .meta({ id: 'FrozenBreakdown', description: 'How one unit is shared, frozen at checkout' });

export const BreakdownJson = FrozenBreakdownJson.extend({
  providerFeeCents: shownCents
    .nullable()
    .describe(
      'Of all units, what the artist bears of what the payment provider kept, as far as it was known when the entry was made; null: nothing',
    ),
  discountCents: shownCents.describe('What a coupon took off all units of the item; 0 without one'),
  discountFunder: CouponFunder.nullable().describe(
    'Who bears that; of a seller’s coupon amountCents is so much less. Null without one',
  ),
}).meta({ id: 'EarningsBreakdown', description: 'How one unit was shared when it was sold' });

export const breakdownView = (breakdown: Breakdown): View<Breakdown, typeof BreakdownJson> => ({
  ...sharedView(breakdown),
  providerFeeCents: breakdown.providerFeeCents ?? null,
  // Responses that an earlier version stored do not have them.
  discountCents: breakdown.discountCents ?? 0,
  discountFunder: (breakdown.discountFunder as z.input<typeof CouponFunder> | undefined) ?? null,
});

export const frozenBreakdownView = (
  earnings: Earnings,
): View<Earnings, typeof FrozenBreakdownJson, 'artistEarningsCents'> => sharedView(earnings);

type Shared = Omit<Breakdown, 'providerFeeCents' | 'discountCents' | 'discountFunder'>;

const sharedView = (breakdown: Shared): View<Shared, typeof FrozenBreakdownJson> => ({
  priceCents: breakdown.priceCents,
  baseCostCents: breakdown.baseCostCents,
  platformFeeCents: breakdown.platformFeeCents,
  profitCents: breakdown.profitCents,
  artistRoyaltyPercent: basisPointsToPercent(breakdown.artistRoyaltyBasisPoints),
  platformFeePercent: basisPointsToPercent(breakdown.platformFeeBasisPoints),
  feeOverrideId: breakdown.feeOverrideId ?? null,
  providerFeeBearer: breakdown.providerFeeBearer === 'artist' ? 'artist' : 'platform',
});
