import { randomBytes } from 'node:crypto';
import { transferEventBody } from './asaas/transfer-view.ts';
import { moveTransfer, sentCents, type Transfer, type TransferStep } from './domain/transfer.ts';
import { moveBalance, type Sandbox } from './sandbox.ts';

/** What a script orders of the requested transfer. */
export type TransferMode = 'pending' | 'failed' | 'unfunded';

/** Stores each step of a transfer and sends its webhook; returns the transfer after the last step. */
export function applyTransferSteps(
  sandbox: Sandbox,
  before: Transfer | null,
  [first, ...others]: readonly [TransferStep, ...TransferStep[]],
): Transfer {
  const transfer = applyStep(sandbox, before, first);
  return others.reduce((last, step) => applyStep(sandbox, last, step), transfer);
}

function applyStep(sandbox: Sandbox, before: Transfer | null, { transfer, event }: TransferStep): Transfer {
  moveBalance(sandbox, 'asaas', (before === null ? 0 : sentCents(before)) - sentCents(transfer));
  sandbox.store.transfers.put(transfer);
  if (event) publish(sandbox, transfer, event);
  return transfer;
}

/** A Pix arrives within seconds; here at once, unless a script wants it otherwise. */
export function settle(sandbox: Sandbox, transfer: Transfer, mode: TransferMode | undefined): void {
  if (mode === 'pending') return;
  applyTransferSteps(sandbox, transfer, [moveTransfer(transfer, mode === 'failed' ? 'failed' : 'done', sandbox.now())]);
}

function publish(sandbox: Sandbox, transfer: Transfer, event: string): void {
  const id = `evt_${randomBytes(16).toString('hex')}&${transfer.number}`;
  const said = { id, event, transfer, at: sandbox.now(), publicUrl: sandbox.publicUrl() };
  sandbox.courier.appendEvent({
    id,
    account: 'asaas',
    event,
    subjectId: transfer.id,
    reference: transfer.externalReference,
    body: JSON.stringify(transferEventBody(said)),
  });
}
