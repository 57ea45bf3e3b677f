import { randomUUID } from 'node:crypto';
import { type Response, Router } from 'express';
import { requestApproval } from '../delivery/approval.ts';
import { localDate } from '../domain/local-time.ts';
import { Rejection } from '../domain/rejection.ts';
import { isEqualToOneOf, moveTransfer, type Transfer } from '../domain/transfer.ts';
import type { Sandbox } from '../sandbox.ts';
import { applyTransferSteps, settle, type TransferMode } from '../transfer-steps.ts';
import { respondWithErrors } from './errors.ts';
import { newestFirst } from './list.ts';
import { toCents } from './payment-input.ts';
import { TransferInput, TransferSearch } from './transfer-input.ts';
import { transferView } from './transfer-view.ts';

/** Send money to a Pix key. The same reference twice is two transfers, as at the provider, once the first of as much is some time ago. */
export function transferRoutes(sandbox: Sandbox): Router {
  const router = Router();
  const view = (transfer: Transfer) => transferView(transfer, sandbox.publicUrl());

  router.post('/transfers', (request, response) => {
    const input = TransferInput.parse(request.body ?? {});
    const mode = modeOf(response);
    const funds = sandbox.settings.balances.asaas ?? Infinity;
    if (mode === 'unfunded' || toCents(input.value) > funds)
      throw new Rejection('invalid', 'invalid_action', 'Saldo insuficiente para realizar a transferência.');

    const transfer = newTransfer(input, sandbox);
    if (isRepeated(transfer, sandbox)) return respondWithErrors(response, 409, [REPEATED]);
    const made = applyTransferSteps(sandbox, null, [{ transfer, event: 'TRANSFER_CREATED' }]);
    response.json(view(made));
    if (!made.authorized) void requestApproval(sandbox, made.id, mode);
    else settle(sandbox, made, mode);
  });

  router.get('/transfers', (request, response) => {
    const { type = 'PIX', 'dateCreated[ge]': from, 'dateCreated[le]': to } = TransferSearch.parse(request.query);
    const made = type === 'PIX' ? sandbox.store.transfers.between(from, to) : [];
    const found = made.filter(({ createdAt }) => sandbox.isSearchable(createdAt));
    response.json(newestFirst(found, request.query, view));
  });

  router.get('/transfers/:id', (request, response) => {
    response.json(view(transferById(sandbox, request.params.id)));
  });

  router.delete('/transfers/:id/cancel', (request, response) => {
    const transfer = transferById(sandbox, request.params.id);
    response.json(view(applyTransferSteps(sandbox, transfer, [moveTransfer(transfer, 'cancelled', sandbox.now())])));
  });

  return router;
}

export function transferById({ store }: Pick<Sandbox, 'store'>, id: string): Transfer {
  const transfer = store.transfers.get(id);
  if (!transfer) throw new Rejection('not_found', 'not_found', `There is no transfer ${id}.`);
  return transfer;
}

/** Only the status is documented. */
const REPEATED = {
  code: 'invalid_action',
  description: 'Outra transferência de mesmo valor para o mesmo destino foi feita há pouco.',
};

function isRepeated(transfer: Transfer, { store, settings, now }: Sandbox): boolean {
  const since = new Date(now().getTime() - settings.asaasEqualTransferMs);
  return isEqualToOneOf(store.transfers.between(localDate(since), '9'), transfer, since);
}

const modeOf = ({ locals }: Response): TransferMode | undefined => locals['transfer'] as TransferMode | undefined;

function newTransfer(input: TransferInput, { store, settings, now }: Sandbox): Transfer {
  return {
    id: randomUUID(),
    number: (store.transfers.newest()?.number ?? 0) + 1,
    valueCents: toCents(input.value),
    feeCents: settings.asaasTransferFeeCents,
    pixAddressKey: input.pixAddressKey,
    pixAddressKeyType: input.pixAddressKeyType,
    description: input.description ?? null,
    externalReference: input.externalReference ?? null,
    status: 'PENDING',
    authorized: settings.asaasApprovalUrl === null,
    failReason: null,
    endToEndIdentifier: null,
    createdAt: now().toISOString(),
    doneAt: null,
    backAt: null,
  };
}
