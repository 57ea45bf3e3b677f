import { randomBytes } from 'node:crypto';
import { invoiceEventBody } from './asaas/invoice-view.ts';
import { type Invoice, type InvoiceMove, type InvoiceStep, moveInvoice } from './domain/invoice.ts';
import type { Sandbox } from './sandbox.ts';

/** What a script orders of the requested invoice, or of its cancellation. */
export type InvoiceMode = 'pending' | 'error' | 'denied';

/** Stores a step of an invoice and sends its webhook. */
export function applyInvoiceStep(sandbox: Sandbox, { invoice, event }: InvoiceStep): Invoice {
  sandbox.store.invoices.put(invoice);
  if (event) publish(sandbox, invoice, event);
  return invoice;
}

const moved = (sandbox: Sandbox, invoice: Invoice, ...moves: readonly InvoiceMove[]): Invoice =>
  moves.reduce((last, to) => applyInvoiceStep(sandbox, moveInvoice(last, to)), invoice);

/** The city hall takes minutes or days; here it answers at once, unless a script wants it otherwise. */
export function sendToCityHall(sandbox: Sandbox, invoice: Invoice, mode: InvoiceMode | undefined): Invoice {
  if (mode === 'pending') return invoice;
  return moved(sandbox, invoice, 'synchronized', mode === 'error' ? 'error' : 'authorized');
}

/** What the city hall does not know yet is cancelled without it. */
export function cancelInvoice(sandbox: Sandbox, invoice: Invoice, mode: InvoiceMode | undefined): Invoice {
  if (invoice.status === 'SCHEDULED' || invoice.status === 'ERROR') return moved(sandbox, invoice, 'canceled');
  const requested = moved(sandbox, invoice, 'processing_cancellation');
  if (mode === 'pending') return requested;
  return moved(sandbox, requested, mode === 'denied' ? 'cancellation_denied' : 'canceled');
}

function publish(sandbox: Sandbox, invoice: Invoice, event: string): void {
  const id = `evt_${randomBytes(16).toString('hex')}&${invoice.count}`;
  const said = { id, event, invoice, at: sandbox.now(), publicUrl: sandbox.publicUrl() };
  sandbox.courier.appendEvent({
    id,
    account: 'asaas',
    event,
    subjectId: invoice.id,
    reference: invoice.externalReference,
    body: JSON.stringify(invoiceEventBody(said)),
  });
}
