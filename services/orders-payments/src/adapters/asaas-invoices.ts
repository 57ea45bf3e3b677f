import { asaasHttp, listOf, PAGE_MAX } from '@estampa/kit/provider/asaas-http';
import { isInvoiceKey } from '@estampa/kernel/invoice-key';
import { z } from 'zod';
import type { IssuedInvoice } from '../domain/invoice.ts';
import type { FiscalIssuer, FiscalService, InvoiceRequest } from './fiscal-issuer.ts';
import { toCents, toReais } from './reais.ts';

const REASON_MAX_CHARACTERS = 500;
const TEXT_MAX_CHARACTERS = 300;
/** Documents and the like, in what a city hall writes. */
const LONG_NUMBERS = /\d[\d./-]{9,}\d/g;

const STATUS_OF = {
  SCHEDULED: 'scheduled',
  SYNCHRONIZED: 'scheduled',
  AUTHORIZED: 'issued',
  ERROR: 'rejected',
  PROCESSING_CANCELLATION: 'cancelling',
  CANCELED: 'cancelled',
  CANCELLED: 'cancelled',
  CANCELLATION_DENIED: 'cancellation_denied',
} as const satisfies Record<string, IssuedInvoice['status']>;
const REJECTED: ReadonlySet<IssuedInvoice['status']> = new Set(['rejected', 'cancellation_denied']);

const text = z.union([z.string(), z.number().transform(String)]).nullish();
export const AsaasInvoice = z.object({
  id: z.string().min(1),
  status: z.enum(Object.keys(STATUS_OF) as [keyof typeof STATUS_OF, ...(keyof typeof STATUS_OF)[]]),
  statusDescription: text,
  externalReference: text,
  value: z.number(),
  number: text,
  validationCode: text,
  pdfUrl: text,
});

const Webhook = z.object({
  event: z.string().startsWith('INVOICE_'),
  invoice: z.object({ externalReference: z.string().max(TEXT_MAX_CHARACTERS).nullish() }),
});

type Options = { baseUrl: string; apiKey: string; service: FiscalService };

/** Service invoices (NFS-e) by Asaas: scheduled here, sent to the city hall by Asaas, authorized or rejected there. */
export function asaasInvoices({ baseUrl, apiKey, service }: Options): FiscalIssuer {
  const call = asaasHttp({ baseUrl, apiKey });
  const fieldsOf = ({ reference, orderNumber, valueCents, day }: InvoiceRequest) => ({
    serviceDescription: service.description,
    observations: `Pedido ${orderNumber}`,
    externalReference: reference,
    value: toReais(valueCents),
    deductions: 0,
    effectiveDate: day,
    municipalServiceId: service.id ?? null,
    municipalServiceCode: service.code ?? null,
    municipalServiceName: service.name,
    taxes: service.taxes,
  });
  const pathOf = (id: string) => `/invoices/${encodeURIComponent(id)}`;

  return {
    name: 'asaas',

    async issue(invoice, payer, signal) {
      const payedBy = 'paymentId' in payer ? { payment: payer.paymentId } : { customer: payer.customerId };
      const body = { ...payedBy, ...fieldsOf(invoice) };
      return toIssued(await call({ method: 'POST', path: '/invoices', body, signal }, AsaasInvoice));
    },

    async find(reference, signal) {
      const query = new URLSearchParams({ externalReference: reference, limit: String(PAGE_MAX) });
      const { data } = await call(
        { method: 'GET', path: `/invoices?${query.toString()}`, signal },
        listOf(AsaasInvoice),
      );
      // Of what is found all but one are cancelled: those of other orders must never be among them.
      const own = data.filter(({ externalReference }) => externalReference === reference);
      return own.map(toIssued).toReversed();
    },

    async correct(issuerId, invoice, signal) {
      await call({ method: 'PUT', path: pathOf(issuerId), body: fieldsOf(invoice), signal }, AsaasInvoice);
      await call({ method: 'POST', path: `${pathOf(issuerId)}/authorize`, body: {}, signal }, AsaasInvoice);
    },

    async cancel(issuerId, signal) {
      await call({ method: 'POST', path: `${pathOf(issuerId)}/cancel`, body: {}, signal }, AsaasInvoice);
    },

    referenceIn({ rawBody }) {
      const parsed = Webhook.safeParse(jsonIn(rawBody));
      return parsed.success ? (parsed.data.invoice.externalReference ?? null) : null;
    },
  };
}

export function toIssued(invoice: z.output<typeof AsaasInvoice>): IssuedInvoice {
  const status = STATUS_OF[invoice.status];
  const code = invoice.validationCode ?? null;
  return {
    issuerId: invoice.id,
    status,
    valueCents: toCents(invoice.value),
    number: invoice.number ?? null,
    verificationCode: code,
    url: invoice.pdfUrl ?? null,
    nfeKey: code !== null && isInvoiceKey(code) ? code : null,
    rejection: REJECTED.has(status) ? reasonIn(invoice.statusDescription) : null,
  };
}

/** What the city hall says, without numbers that may be somebody's. */
const reasonIn = (said: string | null | undefined): string =>
  (said ?? '').replaceAll(LONG_NUMBERS, '…').slice(0, REASON_MAX_CHARACTERS) || 'No reason given';

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
