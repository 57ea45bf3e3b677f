import type { Context } from '../context.ts';
import { ledgerSums } from '../db/ledger-sum-repository.ts';

/** Adds what was sealed to the sums that reports are made of. */
export async function addLedgerSums({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await ledgerSums.addNext(em.fork())));
}
