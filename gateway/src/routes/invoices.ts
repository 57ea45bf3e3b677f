import { z } from 'zod';
import { InvoiceJson, InvoiceStatus, invoiceView } from '../views/invoice.ts';
import { route } from './route.ts';
import { listOf, pageQuery, pathId } from './schemas.ts';

export const invoiceRoutes = [
  route({
    name: 'listInvoices',
    method: 'get',
    path: '/invoices',
    auth: 'admin',
    summary: 'Invoices of paid orders that are not issued, or not cancelled, with their ages',
    description:
      'Oldest first: those that wait for the issuer, and those that a person has to look after. With a `status` those that have it, newest first.',
    query: z.object({ status: InvoiceStatus.optional(), ...pageQuery }),
    response: listOf('invoices', InvoiceJson),
    async handle({ query: { status, ...page }, clients }) {
      const { invoices, total } = await clients.invoices.listInvoices({ status, page });
      const now = Date.now();
      return { invoices: invoices.map((invoice) => invoiceView(invoice, now)), total, ...page };
    },
  }),

  route({
    name: 'retryInvoice',
    method: 'post',
    path: '/invoices/{id}/retry',
    auth: 'admin',
    summary: 'Send an invoice again, since what it was rejected for is corrected',
    description: 'Where its cancellation was denied, have it cancelled again.',
    params: z.object({ id: pathId }),
    errors: { 400: ['wrong_state'] },
    response: InvoiceJson,
    async handle({ params, clients }) {
      const { invoice } = await clients.invoices.retryInvoice(params);
      return invoiceView(invoice!, Date.now());
    },
  }),
];
