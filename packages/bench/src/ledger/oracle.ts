/** One line of a paid order as checkout froze it, in cents. */
export interface PaidLine {
  readonly quantity: number;
  readonly priceCents: number;
  readonly baseCostCents: number;
  readonly feeBasisPoints: number;
  readonly royaltyBasisPoints: number;
}

/** A paid order of which nothing went back. */
export interface PaidOrder {
  readonly totalCents: number;
  /** What the provider kept of it. */
  readonly feeCents: number;
  readonly lines: readonly PaidLine[];
}

/** By account, what was credited less what was debited. */
export type Balances = Readonly<Record<string, bigint>>;

const BASIS_POINTS = 10_000n;

/**
 * What all accounts must have by the orders alone, computed apart from the services: none of their code, in integers of any size, from
 * the price, cost and percentages that checkout froze, not from the parts that it computed.
 */
export function balancesOf(orders: readonly PaidOrder[], paidOutCents: bigint): Balances {
  const sum = { production_cost: 0n, platform_fee: 0n, artist_earnings: 0n, platform_margin: 0n, freight: 0n };
  let collected = 0n;
  let fees = 0n;
  for (const { totalCents, feeCents, lines } of orders) {
    collected += BigInt(totalCents);
    fees += BigInt(feeCents);
    sum.freight += BigInt(totalCents);
    for (const line of lines) {
      const [units, price, cost] = [BigInt(line.quantity), BigInt(line.priceCents), BigInt(line.baseCostCents)];
      const fee = rounded(price * BigInt(line.feeBasisPoints));
      const profit = price - cost - fee;
      const earned = profit > 0n ? rounded(profit * BigInt(line.royaltyBasisPoints)) : 0n;
      sum.production_cost += units * cost;
      sum.platform_fee += units * fee;
      sum.artist_earnings += units * earned;
      sum.platform_margin += units * (profit - earned);
      sum.freight -= units * price;
    }
  }
  return {
    ...sum,
    clearing: fees - collected,
    artist_earnings: sum.artist_earnings - paidOutCents,
    payouts: paidOutCents,
    refunds: 0n,
    returns: 0n,
    provider_fees: -fees,
    discounts: 0n,
  };
}

/** Of a product with basis points: to the nearest cent, half a cent up. */
const rounded = (product: bigint): bigint => (2n * product + BASIS_POINTS) / (2n * BASIS_POINTS);
