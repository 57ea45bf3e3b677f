import type { Invoice } from '@estampa/contracts/orders/v1/invoice';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { InvoiceRow } from '../db/tables/invoice.ts';

export const invoiceMessage = (invoice: InvoiceRow, orderNumber: number): AllFields<Invoice> => ({
  id: invoice.id,
  orderId: invoice.orderId,
  orderNumber,
  status: invoice.status,
  valueCents: invoice.valueCents,
  number: invoice.number ?? undefined,
  verificationCode: invoice.verificationCode ?? undefined,
  url: invoice.url ?? undefined,
  rejection: invoice.rejection ?? undefined,
  createdAt: invoice.createdAt,
});
