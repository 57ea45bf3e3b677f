import type { IssuedInvoice } from '../domain/invoice.ts';
import type { RawWebhook } from './payment-gateway.ts';

export type InvoiceRequest = {
  reference: string;
  orderNumber: number;
  valueCents: number;
  /** YYYY-MM-DD, in São Paulo. */
  day: string;
};

/** Whom an invoice is for, in the issuer's words: a charge of it, or else its customer. */
export type InvoicePayer = { paymentId: string } | { customerId: string };

/** Who issues invoices. Every call ends when its signal aborts; failures are ProviderErrors. */
export type FiscalIssuer = {
  readonly name: string;
  /** A request without a response may have taken effect: it is repeated only after a search. */
  issue(invoice: InvoiceRequest, payer: InvoicePayer, signal: AbortSignal): Promise<IssuedInvoice>;
  /** All with this reference, oldest first. */
  find(reference: string, signal: AbortSignal): Promise<IssuedInvoice[]>;
  /** Changes one that was rejected to what is right now, and sends it again. */
  correct(issuerId: string, invoice: InvoiceRequest, signal: AbortSignal): Promise<void>;
  /** Requests that it does not stand any more. */
  cancel(issuerId: string, signal: AbortSignal): Promise<void>;
  /** The reference in a webhook about an invoice; null if it is about something else. */
  referenceIn(webhook: RawWebhook): string | null;
};

/** What is sold, as the city hall knows it. */
export type FiscalService = {
  id?: string | undefined;
  code?: string | undefined;
  name: string;
  description: string;
  taxes: {
    retainIss: boolean;
    iss: number;
    cofins: number;
    csll: number;
    inss: number;
    ir: number;
    pis: number;
  };
};
