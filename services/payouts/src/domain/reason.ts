import type { Account, Transfer, TransferKind } from './transfer.ts';

type Accounts = `${Account} < ${Account}`;

/** Why a transfer was made, by its kind and the debited and the credited account. The opposite one takes it back. */
const REASONS: Readonly<Record<TransferKind, Partial<Record<Accounts, string>>>> = {
  order_approved: {
    'clearing < production_cost': 'The buyer paid: what making the item costs',
    'clearing < platform_fee': 'The buyer paid: the fee of the platform',
    'clearing < platform_margin': 'The buyer paid: the part of the profit that is not the artist’s',
    'clearing < artist_earnings': 'The buyer paid: what the artist earns',
    'clearing < freight': 'The buyer paid: shipping, less a discount by no coupon',
    'provider_fees < clearing': 'The provider kept its fee of what the buyer paid',
    'artist_earnings < provider_fees': 'The artist bears a part of the provider’s fee',
    'discounts < clearing': 'The buyer paid less: what a coupon took off the item',
    'artist_earnings < discounts': 'The coupon is the artist’s own: the artist bears what it took off',
  },
  refunded: {
    'artist_earnings < clearing': 'Went back to the buyer: the artist’s part of it',
    'refunds < clearing': 'Went back to the buyer: out of what is the platform’s',
  },
  item_returned: { 'artist_earnings < returns': 'The item came back: its artist earns nothing of it' },
  earning_forfeited: {
    'artist_earnings < platform_margin':
      'The order ended, and less went back than the artist lost: the rest stays with the platform',
  },
  payout_paid: { 'artist_earnings < payouts': 'Paid to the artist' },
  transfer_fee: { 'provider_fees < clearing': 'The provider took its fee for the transfer to the artist' },
};

const OPPOSITE_REASONS: Readonly<Partial<Record<TransferKind, Partial<Record<Accounts, string>>>>> = {
  order_approved: {
    'freight < clearing': 'The buyer paid: the discount by no coupon is more than the shipping',
    'platform_margin < clearing': 'The buyer paid less than the item costs with the fee of the platform',
  },
  item_returned: { 'returns < artist_earnings': 'The return was corrected: the artist earns it again' },
  payout_paid: {
    'payouts < artist_earnings':
      'Back from the artist’s payout: for what had been paid too much, or returned by the bank',
  },
};

/** Why, in a sentence. */
export function reasonOf({ kind, debit, credit }: Pick<Transfer, 'kind' | 'debit' | 'credit'>): string {
  const [made, opposite] = [`${debit} < ${credit}`, `${credit} < ${debit}`] as const;
  const reason = REASONS[kind][made] ?? OPPOSITE_REASONS[kind]?.[made];
  if (reason) return reason;
  const corrected = REASONS[kind][opposite];
  if (!corrected) throw new Error(`${kind} moves nothing from ${credit} to ${debit}`);
  return `Corrected: ${corrected[0]!.toLowerCase()}${corrected.slice(1)}`;
}
