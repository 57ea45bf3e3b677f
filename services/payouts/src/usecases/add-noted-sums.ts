import type { Context } from '../context.ts';
import { payoutSums } from '../db/payout-sum-repository.ts';

/** Keeps the table of notes short, which every sum reads. */
export async function addNotedSums({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await payoutSums.saveNoted(em.fork())));
}
