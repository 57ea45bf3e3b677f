import type { Address } from '../domain/order.ts';
import type { PaymentSnapshot } from '../domain/payment.ts';

/** Who pays, in the words that every gateway asks for. */
export type Payer = {
  userId: string;
  name: string;
  email: string;
  phone: string | null;
  document: { type: string; number: string };
  address: Address;
};

export type NewCharge = {
  /** Made once for each attempt: a charge whose answer was lost is found by it. */
  reference: string;
  orderId: string;
  orderNumber: number;
  amountCents: number;
  /** YYYY-MM-DD */
  dueDate: string;
  returnUrl: string;
};

export type CancelOutcome = { kind: 'cancelled' } | { kind: 'not_possible'; payment: PaymentSnapshot };

/** A notification that was proved to come from the provider. */
export type InboundNotice = {
  /** The same for every delivery of one event. */
  eventId: string;
  event: string;
  paymentId: string;
  /** The event says that the payer was refused, which the payment itself does not show. */
  refused: boolean;
  /** The event says no more than that the charge was made. */
  isNewCharge: boolean;
};

export type RawNotice = { headers: Readonly<Record<string, string>>; query: string; rawBody: Buffer };

/** What the service needs of a payment provider. Every call ends at its signal. */
export type PaymentGateway = {
  readonly name: string;
  /** Another one when the provider has to know the payer anew; it tells nothing of the payer. */
  markOf(payer: Payer): string;
  /** The provider's id of the payer, who is looked for there unless nobody can have been there before. */
  ensureCustomer(payer: Payer, options: { isNew: boolean }, signal: AbortSignal): Promise<string>;
  createCharge(customerId: string, charge: NewCharge, signal: AbortSignal): Promise<PaymentSnapshot>;
  findByReference(reference: string, signal: AbortSignal): Promise<PaymentSnapshot[]>;
  /** Null when the provider knows no such payment. */
  getPayment(paymentId: string, signal: AbortSignal): Promise<PaymentSnapshot | null>;
  cancel(paymentId: string, signal: AbortSignal): Promise<CancelOutcome>;
  isAuthentic(notice: RawNotice): boolean;
  /** Null when the event is about something else than a payment. */
  parse(notice: RawNotice): InboundNotice | null;
};

/**
 * ambiguous: it may have happened; unsent: it did not; retryable: later; rejected: never as asked; auth: our own
 * configuration is wrong; not_found: there is no such thing.
 */
export type ProviderFailure = 'ambiguous' | 'unsent' | 'retryable' | 'rejected' | 'auth' | 'not_found';

export class ProviderError extends Error {
  readonly failure: ProviderFailure;
  readonly httpStatus: number | null;
  /** The provider's own codes: for our log, never for an answer. */
  readonly codes: readonly string[];

  constructor(failure: ProviderFailure, message: string, httpStatus: number | null = null, codes: string[] = []) {
    super(message);
    this.name = 'ProviderError';
    this.failure = failure;
    this.httpStatus = httpStatus;
    this.codes = codes;
  }
}
