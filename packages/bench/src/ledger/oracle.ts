/** One line of a paid order as checkout froze it, in cents. */
export interface PaidLine {
  readonly quantity: number;
  readonly priceCents: number;
  readonly baseCostCents: number;
  readonly feeBasisPoints: number;
  readonly royaltyBasisPoints: number;
  /** What a coupon took off all units. */
  readonly discountCents: number;
  readonly isFeeBorneByArtist: boolean;
}

/** A paid order of which nothing went back. */
export interface PaidOrder {
  readonly totalCents: number;
  /** What the provider kept of it. */
  readonly feeCents: number;
  /** Whether its seller bears what the coupon took off; else the platform does. */
  readonly isCouponOfSeller: boolean;
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
  let [collected, fees, borne, discounts] = [0n, 0n, 0n, 0n];
  for (const order of orders) {
    collected += BigInt(order.totalCents);
    fees += BigInt(order.feeCents);
    sum.freight += BigInt(order.totalCents);
    const sold = order.lines.map((line) => soldOf(line, order));
    for (const [place, line] of sold.entries()) {
      sum.production_cost += line.cost;
      sum.platform_fee += line.fee;
      sum.artist_earnings += line.earned;
      sum.platform_margin += line.margin;
      sum.freight -= line.paid;
      discounts -= line.discountOfPlatform;
      if (!order.lines[place]!.isFeeBorneByArtist) continue;
      const part = partOf(order, sold, place);
      borne += part < line.earned ? part : line.earned;
    }
  }
  return {
    ...sum,
    clearing: fees - collected,
    artist_earnings: sum.artist_earnings - borne - paidOutCents,
    payouts: paidOutCents,
    refunds: 0n,
    returns: 0n,
    provider_fees: borne - fees,
    discounts,
  };
}

type Sold = Readonly<Record<'cost' | 'fee' | 'earned' | 'margin' | 'paid' | 'discountOfPlatform', bigint>>;

/** All units of a line. */
function soldOf(line: PaidLine, { isCouponOfSeller }: PaidOrder): Sold {
  const [units, price, cost] = [BigInt(line.quantity), BigInt(line.priceCents), BigInt(line.baseCostCents)];
  const discount = BigInt(line.discountCents);
  const fee = rounded(price * BigInt(line.feeBasisPoints), BASIS_POINTS);
  const profit = price - cost - fee;
  const earned = profit > 0n ? rounded(profit * BigInt(line.royaltyBasisPoints), BASIS_POINTS) : 0n;
  return {
    cost: units * cost,
    fee: units * fee,
    earned: units * earned - (isCouponOfSeller ? discount : 0n),
    margin: units * (profit - earned),
    paid: units * price - discount,
    discountOfPlatform: isCouponOfSeller ? 0n : discount,
  };
}

/** What a line bears of the provider's fee by what was paid for it, to the cent: cents that are left go to the largest rests, earlier lines first. */
function partOf({ totalCents, feeCents }: PaidOrder, sold: readonly Sold[], place: number): bigint {
  const fee = BigInt(feeCents);
  const items = sold.reduce((sum, { paid }) => sum + paid, 0n);
  const total = items > BigInt(totalCents) ? items : BigInt(totalCents);
  const rests = sold.map(({ paid }) => (paid * fee) % total);
  const floors = sold.map(({ paid }) => (paid * fee) / total);
  const left = rounded(items * fee, total) - floors.reduce((sum, one) => sum + one, 0n);
  const before = rests.filter((rest, other) => rest > rests[place]! || (rest === rests[place]! && other < place));
  return floors[place]! + (BigInt(before.length) < left ? 1n : 0n);
}

/** To the nearest cent, half a cent up. */
const rounded = (part: bigint, total: bigint): bigint => (2n * part + total) / (2n * total);
