import { type Account, ACCOUNTS, type Transfer } from './transfer.ts';

type Sides = { account: Account; debitCents: number; creditCents: number };

export type AccountBalance = {
  name: Account;
  normalSide: 'debit' | 'credit';
  debitCents: number;
  creditCents: number;
  /** On the normal side. */
  balanceCents: number;
};

/** The side on which an account grows: debits for what is ours or was spent, credits for what is owed or was earned. */
const NORMAL_SIDE: Readonly<Record<Account, 'debit' | 'credit'>> = {
  clearing: 'debit',
  platform_fee: 'credit',
  production_cost: 'credit',
  freight: 'credit',
  discounts: 'debit',
  platform_margin: 'credit',
  artist_earnings: 'credit',
  refunds: 'debit',
  returns: 'credit',
  provider_fees: 'debit',
  payouts: 'credit',
};

/** The balances of all accounts, also of those that nothing moved. */
export const balancesOf = (moved: readonly Sides[]): AccountBalance[] =>
  ACCOUNTS.map((name) =>
    balanceOfAccount(
      name,
      moved.find(({ account }) => account === name),
    ),
  );

/** The balances of those accounts that some transfers moved. */
export function balancesBy(transfers: readonly Pick<Transfer, 'debit' | 'credit' | 'amountCents'>[]): AccountBalance[] {
  const moved = ACCOUNTS.map((account): Sides => {
    const sum = (side: 'debit' | 'credit') =>
      transfers.reduce((cents, transfer) => cents + (transfer[side] === account ? transfer.amountCents : 0), 0);
    return { account, debitCents: sum('debit'), creditCents: sum('credit') };
  });
  return balancesOf(moved).filter(({ debitCents, creditCents }) => debitCents > 0 || creditCents > 0);
}

function balanceOfAccount(name: Account, { debitCents = 0, creditCents = 0 }: Partial<Sides> = {}): AccountBalance {
  const normalSide = NORMAL_SIDE[name];
  const balanceCents = normalSide === 'debit' ? debitCents - creditCents : creditCents - debitCents;
  return { name, normalSide, debitCents, creditCents, balanceCents };
}
