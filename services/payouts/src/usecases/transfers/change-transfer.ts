import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { ledgerTransfers } from '../../db/ledger-repository.ts';
import { payouts } from '../../db/payout-repository.ts';
import { pixTransfers } from '../../db/pix-transfer-repository.ts';
import type { PixTransferRow } from '../../db/tables/pix-transfer.ts';
import { feeTransfers } from '../../domain/order-transfers.ts';
import { changeStatus, type Payout } from '../../domain/payout.ts';
import { BATCH_OF, type Change, FAILURES, isOpen } from '../../domain/pix-transfer.ts';
import { unexplainedTransfers } from '../../metrics.ts';
import { movePayout } from '../move-payout.ts';

/** The one place where the state of a transfer is written; its seller is locked. Its batch follows. */
export async function changeTransfer(
  { log, now }: Pick<Context, 'log' | 'now'>,
  tx: EntityManager,
  transfer: PixTransferRow,
  change: Change,
): Promise<void> {
  const { id, payoutId, status: before } = transfer;
  pixTransfers.save(tx, transfer, change);
  if (!isOpen(transfer)) pixTransfers.save(tx, transfer, { dueAt: null });
  if (change.unexplained) {
    log.error({ transferId: id, payoutId, unexplained: change.unexplained }, 'a transfer that no rule explains');
    unexplainedTransfers.inc({ reason: change.unexplained });
  }
  if (transfer.status === before) return;
  log.info({ transferId: id, payoutId, status: transfer.status, failure: transfer.failure }, 'transfer');
  const [payout] = await payouts.findLocked(tx, [payoutId]);
  if (!payout || payout.status === BATCH_OF[transfer.status]) return;
  const at = now();
  await movePayout(tx, payout, changeStatus(payout, batchOf(transfer, at), at));
  if (transfer.status === 'done')
    ledgerTransfers.post(tx, [feeTransfers(payoutId, transfer.feeCents ?? 0)], payout.updatedAt);
}

function batchOf(transfer: PixTransferRow, at: Date): Partial<Payout> & Pick<Payout, 'status'> {
  const status = BATCH_OF[transfer.status];
  if (status === 'paid') {
    const { endToEndId, receiptUrl, providerId } = transfer;
    return { status, paidAt: at, reference: endToEndId ?? providerId, endToEndId, receiptUrl };
  }
  if (status !== 'failed') return { status };
  return { status, failedAt: at, failureReason: transfer.failure && FAILURES[transfer.failure] };
}
