import { wrongState } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import { pixTransfers } from '../../db/pix-transfer-repository.ts';
import type { PayoutRow } from '../../db/tables/payout.ts';
import { withdraw } from '../../domain/pix-transfer.ts';

/** The transfer of a batch that is marked by hand is requested no more; its seller is locked. */
export async function endByHand(tx: EntityManager, { id }: Pick<PayoutRow, 'id'>): Promise<void> {
  const transfer = await pixTransfers.findOfPayout(tx, id);
  if (!transfer) return;
  const change = withdraw(transfer, 'by_hand');
  if (!change) throw wrongState(`The transfer of payout ${id} is ${transfer.status}`);
  pixTransfers.save(tx, transfer, { ...change, dueAt: null });
}
