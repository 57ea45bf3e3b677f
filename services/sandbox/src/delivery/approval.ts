import { transferView } from '../asaas/transfer-view.ts';
import { moveTransfer } from '../domain/transfer.ts';
import type { Sandbox } from '../sandbox.ts';
import { applyTransferSteps, settle, type TransferMode } from '../transfer-steps.ts';

/** After so many failures the provider cancels a transfer that nobody approved. */
const APPROVAL_TRIES = 3;
const TIMEOUT_MS = 10_000;

/** Asks the owner of the account whether a transfer is known there; it leaves only when it is. */
export async function requestApproval(sandbox: Sandbox, id: string, mode: TransferMode | undefined): Promise<void> {
  let isApproved: boolean | null = null;
  for (let tries = 0; tries < APPROVAL_TRIES && isApproved === null; tries += 1)
    isApproved = await queryOwner(sandbox, id);
  const transfer = sandbox.store.transfers.get(id);
  if (transfer?.status !== 'PENDING' || transfer.authorized) return;
  const to = isApproved ? 'authorized' : 'cancelled';
  const moved = applyTransferSteps(sandbox, transfer, [moveTransfer(transfer, to, sandbox.now())]);
  if (isApproved) settle(sandbox, moved, mode);
}

/** Null: no response said one or the other. */
async function queryOwner({ settings, config, store, publicUrl }: Sandbox, id: string): Promise<boolean | null> {
  const transfer = store.transfers.get(id);
  if (!transfer || settings.asaasApprovalUrl === null) return null;
  try {
    const response = await fetch(settings.asaasApprovalUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Java/1.8.0_sandbox',
        'asaas-access-token': config.asaas.webhookToken,
      },
      body: JSON.stringify({ type: 'TRANSFER', transfer: transferView(transfer, publicUrl()) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status } = (await response.json()) as { status?: unknown };
    if (response.status !== 200) return null;
    return status === 'APPROVED' ? true : status === 'REFUSED' ? false : null;
  } catch {
    return null;
  }
}
