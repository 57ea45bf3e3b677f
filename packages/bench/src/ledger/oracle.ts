/** A platform fee that was agreed with a seller, in place of those of product types. Instants are in milliseconds. */
export interface AgreedFee {
  readonly sellerProfileId: string;
  /** Null: for all types that have none of their own. */
  readonly productTypeId: string | null;
  readonly feeBasisPoints: number;
  readonly startsAt: number;
  /** Null: for good. */
  readonly endsAt: number | null;
}

/** One line of a paid order: what was sold, at what terms, in cents. */
export interface PaidLine {
  readonly sellerProfileId: string;
  readonly productTypeId: string;
  readonly quantity: number;
  readonly priceCents: number;
  readonly baseCostCents: number;
  /** Of its product type. */
  readonly feeBasisPoints: number;
  readonly royaltyBasisPoints: number;
  readonly isFeeBorneByArtist: boolean;
  /** What lines of refunds gave back for it, of all units. */
  readonly refundedCents: number;
  readonly isReturned: boolean;
}

export interface CouponTerms {
  /** Who bears it; null: the platform. */
  readonly sellerProfileId: string | null;
  /** One of the two is null. */
  readonly basisPoints: number | null;
  readonly cents: number | null;
  /** The most that a share comes to; null: no limit. */
  readonly maxCents: number | null;
}

/** A paid order, with what the provider shows of its charge. */
export interface PaidOrder {
  readonly id: string;
  readonly placedAt: number;
  readonly shippingCents: number;
  /** What its client took off, without a coupon. */
  readonly discountCents: number;
  readonly coupon: CouponTerms | null;
  readonly totalCents: number;
  /** What the provider kept of it. */
  readonly feeCents: number;
  /** All that went back, and what of it lines were for. */
  readonly refundedCents: number;
  readonly refundedByLinesCents: number;
  /** It ended as refunded, whatever went back. */
  readonly isOver: boolean;
  readonly lines: readonly PaidLine[];
}

/** By account, what was credited less what was debited. */
export type Balances = Readonly<Record<string, bigint>>;

/** By seller. */
export type AgreedFees = ReadonlyMap<string, readonly AgreedFee[]>;

const BASIS_POINTS = 10_000n;
/** What coupons leave to be paid. */
const LEFT_TO_PAY_CENTS = 500n;

/**
 * What all accounts must have by the orders alone, computed apart from the services: none of their code, in integers of any size, from
 * prices, costs, percentages, agreed fees and the terms of coupons, not from the parts that checkout computed. Both sides of all accounts are
 * equal only if each buyer paid what the oracle says that the order costs.
 */
export function balancesOf(orders: readonly PaidOrder[], agreed: AgreedFees, paidOutCents: bigint): Balances {
  const sum: Record<(typeof ACCOUNTS)[number], bigint> = { ...NOTHING };
  for (const order of orders) {
    const moved = movedBy(order, agreed);
    for (const account of ACCOUNTS) sum[account] += moved[account];
  }
  return { ...sum, artist_earnings: sum.artist_earnings - paidOutCents, payouts: paidOutCents };
}

const ACCOUNTS = [
  'clearing',
  'production_cost',
  'platform_fee',
  'platform_margin',
  'freight',
  'artist_earnings',
  'discounts',
  'refunds',
  'returns',
  'provider_fees',
] as const;
type Moved = Readonly<Record<(typeof ACCOUNTS)[number], bigint>>;
const NOTHING = Object.fromEntries(ACCOUNTS.map((account) => [account, 0n])) as Moved;

function movedBy(order: PaidOrder, agreed: AgreedFees): Moved {
  const sold = soldIn(order, agreed);
  const total = (of: (one: Sold) => bigint): bigint => sumOf(sold.map(of));
  const [collected, fee, refunded] = [order.totalCents, order.feeCents, order.refundedCents].map(BigInt) as Three;
  const losses = lossesOf(order, sold);
  const [lost, byRefund] = [sumOf(losses.map((one) => one.lost)), sumOf(losses.map((one) => one.byRefund))];
  const toBuyer = least(byRefund, refunded);
  const borne = sumOf(bornBy(order, sold, losses));
  return {
    clearing: fee + refunded - collected,
    production_cost: total(({ cost }) => cost),
    platform_fee: total((one) => one.fee),
    platform_margin: total(({ margin }) => margin) + byRefund - toBuyer,
    freight: BigInt(order.shippingCents - order.discountCents),
    artist_earnings: total(({ earned }) => earned) - lost - borne,
    discounts: -total(({ discountOfPlatform }) => discountOfPlatform),
    refunds: toBuyer - refunded,
    returns: lost - byRefund,
    provider_fees: borne - fee,
  };
}

type Three = [bigint, bigint, bigint];
type Sold = Readonly<Record<'cost' | 'fee' | 'earned' | 'margin' | 'paid' | 'discountOfPlatform', bigint>>;

/** All units of each line. */
function soldIn(order: PaidOrder, agreed: AgreedFees): Sold[] {
  const lines = order.lines.map((line) => {
    const [units, price, cost] = [line.quantity, line.priceCents, line.baseCostCents].map(BigInt) as Three;
    const fee = rounded(price * BigInt(feeOf(line, order, agreed)), BASIS_POINTS);
    const profit = price - cost - fee;
    const earned = profit > 0n ? rounded(profit * BigInt(line.royaltyBasisPoints), BASIS_POINTS) : 0n;
    const [full, margin] = [units * price, units * (profit - earned)];
    return { full, cost: units * cost, fee: units * fee, earned: units * earned, margin };
  });
  const taken = discountsOf(order, lines);
  const isOfSeller = order.coupon !== null && order.coupon.sellerProfileId !== null;
  return lines.map(({ full, earned, ...line }, place) => ({
    ...line,
    paid: full - taken[place]!,
    earned: earned - (isOfSeller ? taken[place]! : 0n),
    discountOfPlatform: isOfSeller ? 0n : taken[place]!,
  }));
}

/** What was agreed for the type comes before what was agreed for all, and both before the type's own fee. */
export function feeOf(line: PaidLine, { placedAt }: PaidOrder, agreed: AgreedFees): number {
  const inForce = (agreed.get(line.sellerProfileId) ?? []).filter(
    ({ startsAt, endsAt }) => startsAt <= placedAt && (endsAt === null || placedAt < endsAt),
  );
  const own = inForce.find(({ productTypeId }) => productTypeId === line.productTypeId);
  const ofAll = inForce.find(({ productTypeId }) => productTypeId === null);
  return (own ?? ofAll)?.feeBasisPoints ?? line.feeBasisPoints;
}

/** What a coupon takes off each line: the platform's by what lines cost, a seller's by what that seller's lines earn, and no more than that. */
function discountsOf(
  { coupon, lines, shippingCents }: PaidOrder,
  sold: readonly { full: bigint; earned: bigint }[],
): bigint[] {
  if (!coupon) return lines.map(() => 0n);
  const isOfPlatform = coupon.sellerProfileId === null;
  const isMeant = (place: number) => isOfPlatform || lines[place]!.sellerProfileId === coupon.sellerProfileId;
  const costs = sold.map(({ full }, place) => (isMeant(place) ? full : 0n));
  const bearing = isOfPlatform ? costs : sold.map(({ earned }, place) => (isMeant(place) ? earned : 0n));
  const share = rounded(sumOf(costs) * BigInt(coupon.basisPoints ?? 0), BASIS_POINTS);
  const wanted = coupon.cents === null ? least(share, BigInt(coupon.maxCents ?? share)) : BigInt(coupon.cents);
  const payable = sumOf(sold.map(({ full }) => full)) + BigInt(shippingCents) - LEFT_TO_PAY_CENTS;
  return sharedOut(bearing, least(wanted, sumOf(bearing), payable), sumOf(bearing));
}

interface Loss {
  /** What the artist no longer earns, and what of it refunds took. */
  readonly lost: bigint;
  readonly byRefund: bigint;
}

/** A line lowers its item by its share of what was paid for it, what went back without lines all items by what they earn. */
function lossesOf(order: PaidOrder, sold: readonly Sold[]): Loss[] {
  const spread = sharedOut(
    sold.map(({ earned }) => earned),
    BigInt(order.refundedCents - order.refundedByLinesCents),
    BigInt(order.totalCents),
  );
  return sold.map(({ earned, paid }, place) => {
    const { refundedCents, isReturned } = order.lines[place]!;
    const own = paid > 0n ? rounded(earned * BigInt(refundedCents), paid) : 0n;
    const byRefund = order.isOver ? earned : least(own + spread[place]!, earned);
    return { lost: order.isOver || isReturned ? earned : byRefund, byRefund };
  });
}

/** Its artist's part of the fee by what was paid for a line, and never more than is left to earn. */
function bornBy({ totalCents, feeCents, lines }: PaidOrder, sold: readonly Sold[], losses: readonly Loss[]): bigint[] {
  const paid = sold.map((one) => one.paid);
  const [items, total] = [sumOf(paid), BigInt(totalCents)];
  const parts = sharedOut(paid, BigInt(feeCents), items > total ? items : total);
  return sold.map(({ earned }, place) =>
    lines[place]!.isFeeBorneByArtist ? least(parts[place]!, earned - losses[place]!.lost) : 0n,
  );
}

/** A part of something that was shared so: to the cent; cents that are left go to the largest rests, earlier ones first. */
function sharedOut(shares: readonly bigint[], part: bigint, of: bigint): bigint[] {
  if (of <= 0n || part <= 0n) return shares.map(() => 0n);
  const floors = shares.map((share) => (share * part) / of);
  const left = rounded(sumOf(shares) * part, of) - sumOf(floors);
  const rests = shares.map((share) => (share * part) % of);
  return floors.map((floor, place) => {
    const before = rests.filter((rest, other) => rest > rests[place]! || (rest === rests[place]! && other < place));
    return floor + (BigInt(before.length) < left ? 1n : 0n);
  });
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);

const least = (...amounts: bigint[]): bigint => amounts.reduce((one, other) => (one < other ? one : other));

/** To the nearest cent, half a cent up. */
const rounded = (part: bigint, total: bigint): bigint => (2n * part + total) / (2n * total);
