import type { PayoutItem } from './payout-item.ts';
import { isEarned, type SaleState } from './standing.ts';

/** What a sold item was to earn. */
export type Earning = {
  amountCents: number;
  /** Its part of what went back to the buyer while the order stays paid. */
  givenBackCents: number;
  /** What its artist bears of the provider's fee, where the item earns as much. */
  borneFeeCents: number;
};

type Entry = Pick<PayoutItem, 'status' | 'amountCents' | 'paidAt'>;

/** What an artist is to have of a sold item altogether, by what is known now. */
export const worthOf = (saleState: SaleState, earning: Earning): number =>
  isEarned(saleState) ? leftOf(earning) - borneOf(saleState, earning) : 0;

/** What the artist bears of the fee by now: of an item that earns nothing, nothing. Providers keep their fee whatever goes back. */
export const borneOf = (saleState: SaleState, earning: Earning): number =>
  isEarned(saleState) ? Math.min(earning.borneFeeCents, leftOf(earning)) : 0;

const leftOf = ({ amountCents, givenBackCents }: Earning): number => amountCents - givenBackCents;

/** What the entries of a sold item come to. One that was reversed before it was paid counts for nothing. */
export const balanceOf = (entries: readonly Entry[]): number =>
  entries
    .filter(({ status, paidAt }) => status !== 'reversed' || paidAt)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
