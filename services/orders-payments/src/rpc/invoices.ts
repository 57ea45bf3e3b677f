import type { InvoiceServiceService } from '@estampa/contracts/orders/v1/invoice';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import type { ListedInvoice } from '../db/invoice-repository.ts';
import { invoiceMessage } from '../messages/invoice.ts';
import { listInvoices } from '../usecases/invoices/list-invoices.ts';
import { retryInvoice } from '../usecases/invoices/retry-invoice.ts';

export const invoiceHandlers: Handlers<typeof InvoiceServiceService, Context> = {
  async listInvoices(context, request) {
    const { invoices, total } = await listInvoices(context, request);
    return { invoices: invoices.map(listed), total };
  },

  retryInvoice: command(retryInvoice, (found) => ({ invoice: listed(found) }), { callsOthers: false }),
};

const listed = ({ invoice, orderNumber }: ListedInvoice) => invoiceMessage(invoice, orderNumber);
