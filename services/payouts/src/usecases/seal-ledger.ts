import { transact } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { ledgerBlocks } from '../db/ledger-block-repository.ts';

/** Seals what was posted, and adds it to the balances: until then sums read it as rows. */
export async function sealLedger({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await transact(em.fork(), ledgerBlocks.sealNext)));
}
