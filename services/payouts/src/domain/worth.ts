import type { PayoutItem } from './payout-item.ts';
import { isEarned, type SaleState } from './standing.ts';

/** What a sold item was to earn. */
export type Earning = {
  amountCents: number;
  /** Its part of what went back to the buyer while the order stays paid. */
  givenBackCents: number;
};

type Entry = Pick<PayoutItem, 'status' | 'amountCents' | 'paidAt'>;

/** What an artist is to have of a sold item altogether, by what is known now. */
export const worthOf = (saleState: SaleState, { amountCents, givenBackCents }: Earning): number =>
  isEarned(saleState) ? amountCents - givenBackCents : 0;

/** What the entries of a sold item come to. One that was reversed before it was paid counts for nothing. */
export const balanceOf = (entries: readonly Entry[]): number =>
  entries
    .filter(({ status, paidAt }) => status !== 'reversed' || paidAt)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
