import { Rejection } from './rejection.ts';

/** A service invoice (NFS-e), which the city hall authorises. */
export type Invoice = {
  id: string;
  count: number;
  customer: string;
  payment: string | null;
  serviceDescription: string;
  observations: string;
  externalReference: string | null;
  valueCents: number;
  deductionsCents: number;
  /** YYYY-MM-DD */
  effectiveDate: string;
  municipalServiceId: string | null;
  municipalServiceCode: string | null;
  municipalServiceName: string;
  taxes: unknown;
  status:
    | 'SCHEDULED'
    | 'SYNCHRONIZED'
    | 'AUTHORIZED'
    | 'PROCESSING_CANCELLATION'
    | 'CANCELED'
    | 'CANCELLATION_DENIED'
    | 'ERROR';
  statusDescription: string | null;
  number: string | null;
  validationCode: string | null;
  createdAt: string;
};

export type InvoiceStep = { invoice: Invoice; event: string | null };

export const INVOICE_MOVES = [
  'synchronized',
  'authorized',
  'error',
  'processing_cancellation',
  'canceled',
  'cancellation_denied',
] as const;
export type InvoiceMove = (typeof INVOICE_MOVES)[number];

const TO_AUTHORIZE: readonly Invoice['status'][] = ['SCHEDULED', 'SYNCHRONIZED'];
const BEFORE: Readonly<Record<InvoiceMove, readonly Invoice['status'][]>> = {
  synchronized: ['SCHEDULED'],
  authorized: TO_AUTHORIZE,
  error: TO_AUTHORIZE,
  processing_cancellation: ['AUTHORIZED', 'CANCELLATION_DENIED'],
  canceled: ['SCHEDULED', 'ERROR', 'PROCESSING_CANCELLATION'],
  cancellation_denied: ['PROCESSING_CANCELLATION'],
};
const MUNICIPAL_ERROR = 'E0160: O código de tributação municipal não está habilitado para o prestador.';
const TOO_LATE = 'E0840: O prazo para o cancelamento da NFS-e expirou.';
const CODE_DIGITS = 8;

/** What the city hall does to an invoice next. */
export function moveInvoice(invoice: Invoice, to: InvoiceMove): InvoiceStep {
  if (!BEFORE[to].includes(invoice.status))
    throw new Rejection('conflict', 'invalid_action', `An invoice that is ${invoice.status} cannot become ${to}.`);
  const moved = { ...invoice, statusDescription: null };
  switch (to) {
    case 'synchronized':
      return { invoice: { ...moved, status: 'SYNCHRONIZED' }, event: 'INVOICE_SYNCHRONIZED' };
    case 'authorized':
      return { invoice: { ...moved, status: 'AUTHORIZED', ...numbered(invoice) }, event: 'INVOICE_AUTHORIZED' };
    case 'error':
      return { invoice: { ...moved, status: 'ERROR', statusDescription: MUNICIPAL_ERROR }, event: 'INVOICE_ERROR' };
    case 'processing_cancellation':
      return { invoice: { ...moved, status: 'PROCESSING_CANCELLATION' }, event: 'INVOICE_PROCESSING_CANCELLATION' };
    case 'canceled':
      return { invoice: { ...moved, status: 'CANCELED' }, event: 'INVOICE_CANCELED' };
    case 'cancellation_denied':
      return {
        invoice: { ...moved, status: 'CANCELLATION_DENIED', statusDescription: TOO_LATE },
        event: 'INVOICE_CANCELLATION_DENIED',
      };
  }
}

const numbered = ({ count }: Invoice) => ({
  number: String(count),
  validationCode: (count * 2_654_435_761).toString(36).toUpperCase().slice(-CODE_DIGITS).padStart(CODE_DIGITS, '0'),
});

/** What may still be changed by its issuer, and be sent to the city hall then. */
export const isOpen = ({ status }: Invoice): boolean => status === 'SCHEDULED' || status === 'ERROR';
