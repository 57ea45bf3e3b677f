import type { Account } from '@estampa/payouts/domain/transfer';
import type { Sale, SaleLine } from './sale.ts';

/** What is known of an order from the provider's books and the parcels alone. */
export type Observed = {
  /** What went back for each item alone, for shipping or as goodwill, and for all of the order. */
  ofItemCents: readonly number[];
  otherCents: number;
  ofAllCents: number;
  /** The provider keeps it; nothing until it says so. */
  feeCents: number;
  /** The order ended: all that is left of it belongs to the buyer or the platform. */
  isOver: boolean;
  isReturned: readonly boolean[];
};

/** What an order comes to: the accounts but that of payouts, and what each of its items is worth to its artist. */
export type Verdict = { accounts: Partial<Record<Account, number>>; worthCents: number[] };

/** One item as it was sold, all of its units in sum. */
type SoldItem = {
  priceCents: number;
  costCents: number;
  feeCents: number;
  royaltyCents: number;
  marginCents: number;
  discountCents: number;
};

const POINTS = 10_000;
const LEFT_TO_PAY_CENTS = 500;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
const halfUp = (part: number, of: number): number => Math.floor((2 * part + of) / (2 * of));

/** A part of a total, dealt by weights: the cents that are missing go to the largest remainders, the first of equals first. */
function dealt(weights: readonly number[], part: number, total: number): number[] {
  if (total <= 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((weight * part) / total));
  let missing = halfUp(sum(weights) * part, total) - sum(parts);
  const taken = new Set<number>();
  for (; missing > 0; missing -= 1) {
    let best = -1;
    for (const [place, weight] of weights.entries()) {
      const isMore = best < 0 || (weight * part) % total > (weights[best]! * part) % total;
      if (!taken.has(place) && isMore) best = place;
    }
    taken.add(best);
    parts[best]! += 1;
  }
  return parts;
}

function soldOf({ quantity, priceCents, baseCostCents, feePoints, royaltyPoints }: SaleLine): SoldItem {
  const feeCents = halfUp(priceCents * feePoints, POINTS);
  const profitCents = priceCents - baseCostCents - feeCents;
  const royaltyCents = Math.max(halfUp(profitCents * royaltyPoints, POINTS), 0);
  return {
    priceCents: quantity * priceCents,
    costCents: quantity * baseCostCents,
    feeCents: quantity * feeCents,
    royaltyCents: quantity * royaltyCents,
    marginCents: quantity * (profitCents - royaltyCents),
    discountCents: 0,
  };
}

/** What was sold, by the sale alone. */
export class Oracle {
  readonly #sale: Sale;
  readonly #items: readonly SoldItem[];
  readonly #earned: readonly number[];
  readonly totalCents: number;

  constructor(sale: Sale) {
    this.#sale = sale;
    const sold = sale.lines.map(soldOf);
    const taken = discountsOf(sale, sold);
    this.#items = sold.map((item, place) => ({ ...item, discountCents: taken[place]! }));
    this.#earned = this.#items.map(
      ({ royaltyCents, discountCents }) => royaltyCents - (sale.coupon?.funder === 'seller' ? discountCents : 0),
    );
    this.totalCents = sale.shippingCents + sum(this.#items.map(paidFor));
  }

  /** What the accounts have to have, and the artists, when this was observed; without it nothing was sold. */
  judge(observed: Observed | null): Verdict {
    if (!observed) return { accounts: {}, worthCents: this.#earned.map(() => 0) };
    const { feeCents, isOver, isReturned } = observed;
    const backCents = sum(observed.ofItemCents) + observed.otherCents + observed.ofAllCents;
    const lost = this.#lostBy(observed);
    const borne = this.#borneOf(feeCents);
    const earned = this.#earned;
    const isGone = (place: number) => isOver || isReturned[place]!;
    const left = earned.map((cents, place) => cents - lost[place]!);
    const bears = left.map((cents, place) => (isGone(place) ? 0 : Math.min(borne[place]!, cents)));
    const returnedCents = isOver ? 0 : sum(left.filter((_, place) => isReturned[place]));
    const givenCents = Math.min(isOver ? sum(earned) : sum(lost), backCents);
    const forfeitedCents = (isOver ? sum(earned) : sum(lost)) - givenCents;
    const worthCents = left.map((cents, place) => (isGone(place) ? 0 : cents - bears[place]!));
    const all = (of: (item: SoldItem) => number) => sum(this.#items.map(of));
    return {
      worthCents,
      accounts: {
        clearing: this.totalCents - backCents - feeCents,
        production_cost: -all(({ costCents }) => costCents),
        platform_fee: -all((item) => item.feeCents),
        platform_margin: -all(({ marginCents }) => marginCents) - forfeitedCents,
        freight: -this.#sale.shippingCents,
        discounts: this.#sale.coupon?.funder === 'platform' ? all(({ discountCents }) => discountCents) : 0,
        artist_earnings: -sum(worthCents),
        provider_fees: feeCents - sum(bears),
        returns: -returnedCents,
        refunds: backCents - givenCents,
      },
    };
  }

  /** What the earning of each item lost to its buyer. */
  #lostBy({ ofItemCents, ofAllCents }: Observed): number[] {
    const spread = dealt(this.#earned, ofAllCents, this.totalCents);
    return this.#earned.map((cents, place) => {
      const own = dealt([cents], ofItemCents[place]!, paidFor(this.#items[place]!))[0]!;
      return Math.min(own + spread[place]!, cents);
    });
  }

  #borneOf(feeCents: number): number[] {
    if (this.#sale.bearer === 'platform') return this.#earned.map(() => 0);
    const paid = this.#items.map(paidFor);
    return dealt(paid, feeCents, Math.max(this.totalCents, sum(paid)));
  }
}

const paidFor = ({ priceCents, discountCents }: SoldItem): number => priceCents - discountCents;

/** A seller's coupon takes off no more than that seller earns; some of the order is always left to pay. */
function discountsOf({ coupon, lines, shippingCents }: Sale, sold: readonly SoldItem[]): number[] {
  if (!coupon) return sold.map(() => 0);
  const { sellerProfileId, discountBasisPoints, discountCents, maxDiscountCents } = coupon;
  const isMeant = (place: number) => sellerProfileId === null || lines[place]!.sellerProfileId === sellerProfileId;
  const prices = sold.map(({ priceCents }, place) => (isMeant(place) ? priceCents : 0));
  const bearing = sold.map(({ royaltyCents }, place) => (isMeant(place) ? royaltyCents : 0));
  const weights = sellerProfileId === null ? prices : bearing;
  const wanted =
    discountBasisPoints === null
      ? discountCents!
      : Math.min(halfUp(sum(prices) * discountBasisPoints, POINTS), maxDiscountCents ?? Infinity);
  const payable = sum(sold.map(({ priceCents }) => priceCents)) + shippingCents - LEFT_TO_PAY_CENTS;
  return dealt(weights, Math.min(wanted, sum(weights), payable), sum(weights));
}
