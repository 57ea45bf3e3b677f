import { Router } from 'express';
import { z } from 'zod';
import { transferById } from '../asaas/transfers.ts';
import { transferView } from '../asaas/transfer-view.ts';
import { moveTransfer, type Transfer, TRANSFER_MOVES } from '../domain/transfer.ts';
import type { Sandbox } from '../sandbox.ts';
import { applyTransferSteps } from '../transfer-steps.ts';

const Search = z.object({ referencePrefix: z.string().default('') });
const Move = z.strictObject({ to: z.enum(TRANSFER_MOVES) });

export function transferControls(sandbox: Sandbox): Router {
  const router = Router();
  const view = (transfer: Transfer) => transferView(transfer, sandbox.publicUrl());

  router.get('/transfers', (request, response) => {
    const { referencePrefix } = Search.parse(request.query);
    const found = sandbox.store.transfers
      .all()
      .filter(({ externalReference }) => (externalReference ?? '').startsWith(referencePrefix));
    const shown = found.map((one) => ({ ...view(one), createdAt: one.createdAt, backAt: one.backAt }));
    response.json({ count: found.length, transfers: shown });
  });

  router.post('/transfers/:id/move', (request, response) => {
    const { to } = Move.parse(request.body ?? {});
    const transfer = transferById(sandbox, request.params.id);
    response.json(view(applyTransferSteps(sandbox, transfer, [moveTransfer(transfer, to, sandbox.now())])));
  });

  return router;
}
