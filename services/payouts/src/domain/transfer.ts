/** Where money is, and whose it is. The balance of an account is what was debited less what was credited. */
export const ACCOUNTS = [
  /** What providers collected of buyers, less what they gave back and kept: theirs to settle with us. */
  'clearing',
  'platform_fee',
  'production_cost',
  /** What buyers paid for shipping, less what was taken off their orders without a coupon. */
  'freight',
  /** What coupons took off that the platform bears. */
  'discounts',
  /** The profit that is not the artist's. */
  'platform_margin',
  /** What artists have earned and were not paid, by seller. */
  'artist_earnings',
  /** What the platform gave back to buyers out of its own part. */
  'refunds',
  /** What returned items would have earned their artists. */
  'returns',
  /** What providers kept of what buyers paid, less what artists bear of it, and take for transfers to artists: the platform's. */
  'provider_fees',
  /** What left to artists. */
  'payouts',
] as const;
export type Account = (typeof ACCOUNTS)[number];

export const TRANSFER_KINDS = [
  'order_approved',
  'refunded',
  'item_returned',
  'earning_forfeited',
  'payout_paid',
  'transfer_fee',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** Moves an amount from the credited to the debited account, so whatever is posted adds up to zero. */
export type Transfer = {
  kind: TransferKind;
  debit: Account;
  credit: Account;
  /** Of what is posted always positive. While it is computed a negative one stands for the opposite transfer. */
  amountCents: number;
  sellerProfileId: string | null;
  /** Null where it is of a batch as a whole. */
  orderId: string | null;
  orderItemId: string | null;
  payoutId: string | null;
};

/**
 * What has to be posted so that everything posted comes to what is wanted. Nothing posted is ever changed: too much of something is
 * corrected by the opposite transfer of the same kind. Repeating it adds nothing.
 */
export function lackingOf(wanted: readonly Transfer[], posted: readonly Transfer[]): Transfer[] {
  const sums = new Map<string, Transfer>();
  const add = (transfer: Transfer, cents: number) => {
    const key = keyOf(transfer);
    const sum = sums.get(key) ?? { ...inOneDirection(transfer), amountCents: 0 };
    sums.set(key, { ...sum, amountCents: sum.amountCents + cents });
  };
  for (const transfer of wanted) add(transfer, inOneDirection(transfer).amountCents);
  for (const transfer of posted) add(transfer, -inOneDirection(transfer).amountCents);
  return [...sums.values()].flatMap((sum) => {
    if (sum.amountCents === 0) return [];
    return sum.amountCents > 0 ? sum : opposite(sum);
  });
}

const opposite = (transfer: Transfer): Transfer => ({
  ...transfer,
  debit: transfer.credit,
  credit: transfer.debit,
  amountCents: -transfer.amountCents,
});

/** A transfer and its opposite are one sum. */
const inOneDirection = (transfer: Transfer): Transfer =>
  transfer.debit < transfer.credit ? transfer : opposite(transfer);

function keyOf(transfer: Transfer): string {
  const { kind, debit, credit, orderId, orderItemId, payoutId } = inOneDirection(transfer);
  return [kind, debit, credit, orderId, orderItemId, payoutId].join();
}
