import type { Address } from '../domain/order.ts';
import type { Charge, ChargeName, PaymentSnapshot } from '../domain/payment.ts';

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
  /** Made once for each attempt: a charge whose response was lost is found by it. */
  reference: string;
  orderId: string;
  orderNumber: number;
  amountCents: number;
  /** YYYY-MM-DD */
  dueDate: string;
  returnUrl: string;
  payer: Payer;
};

export type NewRefund = {
  paymentId: string;
  /** Ours: asked again with the same id, the provider gives nothing back twice. */
  refundId: string;
  /** How often it has been rejected: what is asked for again after that is another request. */
  attempt: number;
  amountCents: number;
  /** The provider's ids of the payment's other refunds: none of them is this one. */
  otherIds: readonly string[];
  /** All that was paid: some ways to pay go back whole or not at all. */
  isWhole: boolean;
};

/** What came of asking for a refund; a rejection is a ProviderError. */
export type RefundOutcome =
  /** `attempt`: which of our requests the provider has taken up, where it tells. */
  | { kind: 'done' | 'pending'; providerRefundId: string | null; attempt?: number | null }
  /** The buyer has to say at this address where the money goes. */
  | { kind: 'requires_payer_action'; url: string }
  /** The account there holds too little: nothing happened, and later it may. */
  | { kind: 'unfunded' };

/** Payments that were made on these days (YYYY-MM-DD, both inclusive, where the provider lives). */
export type PaymentQuery = { madeFrom: string; madeTo: string; cursor: string | null };
/** Payments whose news came since, as far as the provider lists them. */
export type NewsQuery = { since: Date; until: Date; cursor: string | null };
/** At most 100 of them, what they cost one request, and where the rest begins. */
export type PaymentPage = { payments: PaymentSnapshot[]; next: string | null };

/** What the provider's statement of one day (YYYY-MM-DD, where the provider lives) tells. */
export type StatementQuery = { day: string; cursor: string | null };
/** The payments that a page of a statement brings money by or takes it back from, and where the rest begins. */
export type StatementPage = { received: string[]; reversed: string[]; next: string | null };

export type CancelOutcome = { kind: 'cancelled' } | { kind: 'not_possible'; payment: PaymentSnapshot };

/** A notification that was proved to come from the provider. */
export type InboundWebhook = {
  /** The same for every delivery of one event. */
  eventId: string;
  event: string;
  paymentId: string;
  /** The event says that the payer was rejected, which the payment itself does not show. */
  refused: boolean;
  /** The event says no more than that the charge was made. */
  isNewCharge: boolean;
};

export type RawWebhook = { headers: Readonly<Record<string, string>>; query: string; rawBody: Buffer };

/** What the service needs of a payment provider. Every call ends at its signal. */
export type PaymentGateway = {
  readonly name: string;
  /** Another one when the provider has to know the payer anew; it tells nothing of the payer. */
  markOf(payer: Payer): string;
  /** The provider's id of the payer, who is looked for there unless nobody can have been there before. */
  ensureCustomer(payer: Payer, options: { isNew: boolean }, signal: AbortSignal): Promise<string>;
  /** Another one when the payer's name or address of e-mail or phone has changed; it tells nothing of the payer. */
  detailsOf(payer: Payer): string;
  /** Tells the provider the payer's present name, e-mail and phone. */
  updateCustomer(customerId: string, payer: Payer, signal: AbortSignal): Promise<void>;
  createCharge(customerId: string, charge: NewCharge, signal: AbortSignal): Promise<Charge>;
  /** The charge that an earlier try made: the paid one of several, else the oldest that can be paid. */
  findCharge(reference: string, signal: AbortSignal): Promise<Charge | null>;
  /** All payments of a charge, also removed ones. */
  findByReference(reference: string, signal: AbortSignal): Promise<PaymentSnapshot[]>;
  /** Null when the provider knows no such payment. */
  getPayment(paymentId: string, signal: AbortSignal): Promise<PaymentSnapshot | null>;
  /** First those that nobody has paid, where the provider tells them apart. */
  listPayments(query: PaymentQuery, signal: AbortSignal): Promise<PaymentPage>;
  /** Of every payment that changed; else of those in dispute alone. */
  readonly listsAllNews: boolean;
  listNews(query: NewsQuery, signal: AbortSignal): Promise<PaymentPage>;
  /** Those that went back to their payers whole; nothing where all news are listed anyway. */
  listReturned(query: PaymentQuery, signal: AbortSignal): Promise<PaymentPage>;
  /** Those that brought anything on one day, or of which anything went back; nothing where all news are listed anyway. */
  listMovements(query: StatementQuery, signal: AbortSignal): Promise<StatementPage>;
  cancel(charge: ChargeName, signal: AbortSignal): Promise<CancelOutcome>;
  /** A charge that is paid takes no further payment then. */
  close(charge: ChargeName, signal: AbortSignal): Promise<void>;
  /**
   * Whether a refund that is asked for again is told by its key, so that two requests under way at once give back once. Where it
   * is not, one that was not answered must not be asked for again while it may still arrive.
   */
  readonly keysRefunds: boolean;
  refund(refund: NewRefund, signal: AbortSignal): Promise<RefundOutcome>;
  /** The event says that a payment which was taken for made is not. */
  isUndone(event: string): boolean;
  isAuthentic(webhook: RawWebhook): boolean;
  /** Null when the event is about something else than a payment; throws when it cannot be read. */
  parse(webhook: RawWebhook): InboundWebhook | null;
};

/** The providers of this deployment: a payment stays with the one it was made with. */
export type Gateways = {
  /** New payments are made with it. */
  readonly default: PaymentGateway;
  readonly all: readonly PaymentGateway[];
  /** Undefined: not set up here. */
  named(provider: string): PaymentGateway | undefined;
};

/**
 * ambiguous: it may have happened; unsent: it did not; retryable: later; rejected: never as asked; auth: our own
 * configuration is wrong; not_found: there is no such thing.
 */
export type ProviderFailure = 'ambiguous' | 'unsent' | 'retryable' | 'rejected' | 'auth' | 'not_found';

export class ProviderError extends Error {
  readonly failure: ProviderFailure;
  readonly httpStatus: number | null;
  /** The provider's own codes: for our log, never for a response. */
  readonly codes: readonly string[];
  /** Before then asking again is useless. */
  readonly retryAfterMs: number;

  constructor(
    failure: ProviderFailure,
    message: string,
    httpStatus: number | null = null,
    codes: string[] = [],
    retryAfterMs = 0,
  ) {
    super(message);
    this.name = 'ProviderError';
    this.failure = failure;
    this.httpStatus = httpStatus;
    this.codes = codes;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A rejection by this code is no rejection for good. */
export const unfundedWhen =
  (code: string) =>
  (error: unknown): { kind: 'unfunded' } => {
    if (error instanceof ProviderError && error.failure === 'rejected' && error.codes.includes(code)) {
      return { kind: 'unfunded' };
    }
    throw error;
  };
