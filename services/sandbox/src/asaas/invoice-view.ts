import type { Invoice } from '../domain/invoice.ts';
import { localDateTime } from '../domain/local-time.ts';

/** The invoice object as the API and the notifications show it. */
export const invoiceView = (invoice: Invoice, publicUrl: string) => ({
  object: 'invoice',
  id: invoice.id,
  status: invoice.status,
  customer: invoice.customer,
  payment: invoice.payment,
  installment: null,
  type: 'NFS-e',
  statusDescription: invoice.statusDescription,
  serviceDescription: invoice.serviceDescription,
  pdfUrl: invoice.number === null ? null : `${publicUrl}/notas/${invoice.id}.pdf`,
  xmlUrl: invoice.number === null ? null : `${publicUrl}/notas/${invoice.id}.xml`,
  rpsSerie: '1',
  rpsNumber: String(invoice.count),
  number: invoice.number,
  validationCode: invoice.validationCode,
  value: invoice.valueCents / 100,
  deductions: invoice.deductionsCents / 100,
  effectiveDate: invoice.effectiveDate,
  observations: invoice.observations,
  estimatedTaxesDescription: '',
  externalReference: invoice.externalReference,
  taxes: invoice.taxes,
  municipalServiceId: invoice.municipalServiceId,
  municipalServiceCode: invoice.municipalServiceCode,
  municipalServiceName: invoice.municipalServiceName,
});

type InvoiceEvent = { id: string; event: string; invoice: Invoice; at: Date; publicUrl: string };

export const invoiceEventBody = ({ id, event, invoice, at, publicUrl }: InvoiceEvent) => ({
  id,
  event,
  dateCreated: localDateTime(at),
  invoice: invoiceView(invoice, publicUrl),
});
