import { type AccountBalance, balancesBy } from './account-balances.ts';
import type { Account, Transfer } from './transfer.ts';

/** What moved from one account to another, summed. */
export type Moved = Pick<Transfer, 'kind' | 'debit' | 'credit' | 'amountCents'>;

export type Figures = {
  /** What buyers paid. */
  salesCents: number;
  /** What went back to them. */
  refundsCents: number;
  platformFeeCents: number;
  /** What providers kept, whoever bears it. */
  providerFeesCents: number;
  /** What artists earned, less what refunds and returns took from them, and what they bear of fees. */
  earnedCents: number;
  /** What left to artists, less what came back. */
  paidCents: number;
  /** By how much what artists are owed grew. */
  payableCents: number;
  /** What coupons took off that the platform bears. */
  platformDiscountsCents: number;
  /** What they took off that sellers bear. */
  sellerDiscountsCents: number;
  /** What artists bear of what providers kept. */
  artistProviderFeesCents: number;
  /** What was debited and credited to each account that something moved of: the difference of the trial balances. */
  accounts: AccountBalance[];
};

export function figuresOf(moved: readonly Moved[]): Figures {
  const between = (account: Account, isCounted: (one: Moved) => boolean = () => true): number =>
    moved.filter(isCounted).reduce((cents, one) => cents + debited(account, one), 0);
  const isFee = ({ debit, credit }: Moved) => [debit, credit].includes('provider_fees');
  const isDiscount = ({ debit, credit }: Moved) => [debit, credit].includes('discounts');
  const isPayout = ({ debit, credit }: Moved) => [debit, credit].includes('payouts');
  return {
    salesCents: between('clearing', (one) => one.kind === 'order_approved' && !isFee(one)),
    refundsCents: 0 - between('clearing', ({ kind }) => kind === 'refunded'),
    platformFeeCents: 0 - between('platform_fee'),
    providerFeesCents: 0 - between('clearing', isFee),
    earnedCents: 0 - between('artist_earnings', (one) => !isPayout(one)),
    paidCents: 0 - between('payouts'),
    payableCents: 0 - between('artist_earnings'),
    platformDiscountsCents: between('discounts'),
    sellerDiscountsCents: between('artist_earnings', isDiscount),
    artistProviderFeesCents: between('artist_earnings', isFee),
    accounts: balancesBy(moved),
  };
}

const debited = (account: Account, { debit, credit, amountCents }: Moved): number =>
  (debit === account ? amountCents : 0) - (credit === account ? amountCents : 0);

export type ReportRow = { subject: string; figures: Figures };

/** A row for each subject, in the order in which they come. */
export const rowsOf = (moved: readonly (Moved & { subject: string })[]): ReportRow[] =>
  [...Map.groupBy(moved, ({ subject }) => subject)].map(([subject, own]) => ({ subject, figures: figuresOf(own) }));
