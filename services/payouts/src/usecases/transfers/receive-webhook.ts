import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { mustBeAuthentic, mustFit } from '@estampa/kit/provider/webhook-checks';
import type { RawWebhook, TransferProvider } from '../../adapters/transfer-provider.ts';
import type { Context } from '../../context.ts';
import { pixTransfers } from '../../db/pix-transfer-repository.ts';
import { approve, type Disapproval } from '../../domain/pix-transfer.ts';
import { rejectedTransfers } from '../../metrics.ts';
import { changeTransfer } from './change-transfer.ts';

type Received = RawWebhook & { provider: string };

/** A webhook says only which transfer to poll; one that we do not know is of somebody who uses the account. */
export async function receiveWebhook(context: Context, received: Received): Promise<void> {
  const reference = authenticProvider(context, received).referenceIn(received);
  if (reference === null || !isUuid(reference)) return;
  await pixTransfers.saveDueNow(context.em, reference, context.now());
  context.wake('continue-transfers');
}

/** Whether a transfer may leave: only the first that a stored intent explains. Null: it may. */
export function approveTransfer(context: Context, received: Received): TransactionBody<Disapproval | null> {
  const requested = authenticProvider(context, received).approvalIn(received);
  return async (tx) => {
    const reference = requested?.reference ?? null;
    const known = reference !== null && isUuid(reference) ? await pixTransfers.find(tx, reference) : undefined;
    if (!requested || !known) return disapprove(context, 'unknown', reference);
    const transfer = await pixTransfers.lock(tx, known);
    const current = await pixTransfers.findCurrentKey(tx, transfer, context.now());
    const approval = approve(transfer, current?.key ?? null, requested);
    if (approval.kind === 'rejected') return disapprove(context, approval.reason, reference);
    await changeTransfer(context, tx, transfer, approval.change);
    return null;
  };
}

function disapprove({ log }: Context, reason: Disapproval, reference: string | null): Disapproval {
  log.error({ reason, reference }, 'a transfer that no intent explains was rejected');
  rejectedTransfers.inc({ reason });
  return reason;
}

function authenticProvider({ transfers }: Context, { provider, ...webhook }: Received): TransferProvider {
  if (transfers?.name !== provider) throw notFound('payment provider', provider);
  mustFit(webhook);
  mustBeAuthentic(transfers.isAuthentic(webhook));
  return transfers;
}
