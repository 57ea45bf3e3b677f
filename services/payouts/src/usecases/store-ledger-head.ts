import type { Context } from '../context.ts';
import { ledgerBlocks } from '../db/ledger-block-repository.ts';

/** Stores the head of the ledger's chain outside of the database: whoever makes the chain anew does not make the head. */
export async function storeLedgerHead({ em, heads, now }: Pick<Context, 'em' | 'heads' | 'now'>): Promise<void> {
  if (!heads) return;
  const head = await ledgerBlocks.findHead(em);
  if (head) await heads.put(head, now());
}
