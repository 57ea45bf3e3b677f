import { Router } from 'express';
import { z } from 'zod';
import { invoiceById } from '../asaas/invoices.ts';
import { invoiceView } from '../asaas/invoice-view.ts';
import { type Invoice, INVOICE_MOVES, moveInvoice } from '../domain/invoice.ts';
import { applyInvoiceStep } from '../invoice-steps.ts';
import type { Sandbox } from '../sandbox.ts';

const Search = z.object({ referencePrefix: z.string().default('') });
const Move = z.strictObject({ to: z.enum(INVOICE_MOVES) });

export function invoiceControls(sandbox: Sandbox): Router {
  const router = Router();
  const view = (invoice: Invoice) => invoiceView(invoice, sandbox.publicUrl());

  router.get('/invoices', (request, response) => {
    const { referencePrefix } = Search.parse(request.query);
    const found = sandbox.store.invoices
      .all()
      .filter(({ externalReference }) => (externalReference ?? '').startsWith(referencePrefix));
    response.json({ count: found.length, invoices: found.map(view) });
  });

  router.post('/invoices/:id/move', (request, response) => {
    const { to } = Move.parse(request.body ?? {});
    response.json(view(applyInvoiceStep(sandbox, moveInvoice(invoiceById(sandbox, request.params.id), to))));
  });

  return router;
}
