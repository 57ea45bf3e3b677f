import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../context.ts';
import { ledgerBalances } from '../db/ledger-balance-repository.ts';
import { type AccountBalance, balancesOf } from '../domain/account-balances.ts';

type TrialBalance = { at: Date; accounts: AccountBalance[]; debitCents: number; creditCents: number };

/** All accounts by what was posted before an instant. What commits a little later may have been posted before it. */
export async function getTrialBalance({ em, caller, now }: Context, at: Date | undefined): Promise<TrialBalance> {
  mustReachAll(caller);
  const accounts = balancesOf(await (at ? ledgerBalances.findBefore(em, at) : ledgerBalances.findNow(em)));
  const sum = (side: 'debitCents' | 'creditCents') => accounts.reduce((cents, account) => cents + account[side], 0);
  return { at: at ?? now(), accounts, debitCents: sum('debitCents'), creditCents: sum('creditCents') };
}
