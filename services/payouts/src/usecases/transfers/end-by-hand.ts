import { wrongState } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import { pixTransfers } from '../../db/pix-transfer-repository.ts';
import type { PixTransferRow } from '../../db/tables/pix-transfer.ts';
import { withdraw } from '../../domain/pix-transfer.ts';

/** The transfer of a batch that is marked by hand, where it has one, is requested no more; its seller is locked. */
export function endByHand(tx: EntityManager, transfer: PixTransferRow | null): void {
  if (!transfer) return;
  const change = withdraw(transfer, 'by_hand');
  if (!change) throw wrongState(`The transfer of payout ${transfer.payoutId} is ${transfer.status}`);
  pixTransfers.save(tx, transfer, { ...change, dueAt: null });
}
