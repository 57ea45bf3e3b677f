import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../context.ts';
import { ledgerBalances } from '../db/ledger-balance-repository.ts';
import { type AccountBalance, balancesOf } from '../domain/account-balances.ts';

export async function listAccounts({ em, caller }: Context): Promise<AccountBalance[]> {
  mustReachAll(caller);
  return balancesOf(await ledgerBalances.findNow(em));
}
