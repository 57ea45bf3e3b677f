import { type Response, Router } from 'express';
import { type Invoice, isOpen } from '../domain/invoice.ts';
import { Rejection } from '../domain/rejection.ts';
import { applyInvoiceStep, cancelInvoice, type InvoiceMode, sendToCityHall } from '../invoice-steps.ts';
import type { Sandbox } from '../sandbox.ts';
import { InvoiceChange, InvoiceInput, InvoiceSearch } from './invoice-input.ts';
import { invoiceView } from './invoice-view.ts';
import { newestFirst } from './list.ts';
import { toCents } from './payment-input.ts';

/** Service invoices. The same reference twice is two invoices, as at the provider. */
export function invoiceRoutes(sandbox: Sandbox): Router {
  const router = Router();
  const view = (invoice: Invoice) => invoiceView(invoice, sandbox.publicUrl());

  router.post('/invoices', (request, response) => {
    const input = InvoiceInput.parse(request.body ?? {});
    const made = applyInvoiceStep(sandbox, { invoice: newInvoice(input, sandbox), event: 'INVOICE_CREATED' });
    response.json(view(made));
    sendToCityHall(sandbox, made, modeOf(response));
  });

  router.get('/invoices', (request, response) => {
    const { externalReference, payment, customer, status } = InvoiceSearch.parse(request.query);
    const matches = (invoice: Invoice) =>
      (externalReference === undefined || invoice.externalReference === externalReference) &&
      (payment === undefined || invoice.payment === payment) &&
      (customer === undefined || invoice.customer === customer) &&
      (status === undefined || invoice.status === status);
    const found = sandbox.store.invoices.all().filter((invoice) => sandbox.isSearchable(invoice.createdAt));
    response.json(newestFirst(found.filter(matches), request.query, view));
  });

  router.get('/invoices/:id', (request, response) => {
    response.json(view(invoiceById(sandbox, request.params.id)));
  });

  router.put('/invoices/:id', (request, response) => {
    const invoice = changeable(invoiceById(sandbox, request.params.id));
    const changed = changedBy(invoice, InvoiceChange.parse(request.body ?? {}));
    response.json(view(applyInvoiceStep(sandbox, { invoice: changed, event: 'INVOICE_UPDATED' })));
  });

  router.post('/invoices/:id/authorize', (request, response) => {
    const invoice = changeable(invoiceById(sandbox, request.params.id));
    const sent: Invoice = { ...invoice, status: 'SCHEDULED', statusDescription: null };
    applyInvoiceStep(sandbox, { invoice: sent, event: null });
    response.json(view(sent));
    sendToCityHall(sandbox, sent, modeOf(response));
  });

  router.post('/invoices/:id/cancel', (request, response) => {
    const cancelled = cancelInvoice(sandbox, invoiceById(sandbox, request.params.id), modeOf(response));
    response.json(view(cancelled));
  });

  return router;
}

export function invoiceById({ store }: Pick<Sandbox, 'store'>, id: string): Invoice {
  const invoice = store.invoices.get(id);
  if (!invoice) throw new Rejection('not_found', 'not_found', `There is no invoice ${id}.`);
  return invoice;
}

function changeable(invoice: Invoice): Invoice {
  if (isOpen(invoice)) return invoice;
  throw new Rejection('invalid', 'invalid_action', 'A nota fiscal não pode mais ser alterada.');
}

const modeOf = ({ locals }: Response): InvoiceMode | undefined => locals['invoice'] as InvoiceMode | undefined;

function newInvoice(input: InvoiceInput, { store, now }: Sandbox): Invoice {
  const count = (store.invoices.newest()?.count ?? 0) + 1;
  const { customer, ...charged } = payerOf(input, store);
  return {
    id: `inv_${String(count).padStart(12, '0')}`,
    count,
    customer,
    ...charged,
    serviceDescription: input.serviceDescription,
    observations: input.observations,
    externalReference: input.externalReference ?? null,
    valueCents: toCents(input.value),
    deductionsCents: toCents(input.deductions),
    effectiveDate: input.effectiveDate,
    municipalServiceId: input.municipalServiceId ?? null,
    municipalServiceCode: input.municipalServiceCode ?? null,
    municipalServiceName: input.municipalServiceName,
    taxes: input.taxes,
    status: 'SCHEDULED',
    statusDescription: null,
    number: null,
    validationCode: null,
    createdAt: now().toISOString(),
  };
}

function payerOf({ payment, customer }: InvoiceInput, { charges, customers }: Sandbox['store']) {
  const charge = payment ? charges.get(payment) : undefined;
  if (payment && !charge) throw new Rejection('invalid', 'invalid_payment', 'A cobrança informada não existe.');
  if (charge) return { customer: charge.customerId, payment: charge.id };
  if (!customer || !customers.get(customer))
    throw new Rejection('invalid', 'invalid_customer', 'O cliente informado não existe.');
  return { customer, payment: null };
}

const changedBy = (invoice: Invoice, { value, deductions, ...change }: InvoiceChange): Invoice => ({
  ...invoice,
  ...(Object.fromEntries(Object.entries(change).filter(([, given]) => given !== undefined)) as Partial<Invoice>),
  ...(value !== undefined && { valueCents: toCents(value) }),
  ...(deductions !== undefined && { deductionsCents: toCents(deductions) }),
});
