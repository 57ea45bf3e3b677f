import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { Address } from '../domain/order.ts';
import type { Charge, ChargeName, PaymentSnapshot } from '../domain/payment.ts';

/** The payer, with what every provider requires. */
export type Payer = {
  userId: string;
  name: string;
  email: string;
  phone: string | null;
  document: { type: string; number: string };
  address: Address;
};

export type NewCharge = {
  /** Unique for each attempt: finds a charge whose response was lost. */
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
  /** Our id: a repeated request with the same id refunds once. */
  refundId: string;
  /** How often it has been rejected; after a rejection the next request counts as a new one. */
  attempt: number;
  amountCents: number;
  /** The provider's ids of the payment's other refunds, which are not this one. */
  otherIds: readonly string[];
  /** Refunds everything that was paid: some payment methods allow no partial refunds. */
  isFull: boolean;
};

/** The response to a refund request; a rejection is a ProviderError. */
export type RefundOutcome =
  /** `attempt`: which of our requests the provider has accepted, if it says so. */
  | { kind: 'done' | 'pending'; providerRefundId: string | null; attempt?: number | null }
  /** The buyer has to enter at this URL where the money goes. */
  | { kind: 'requires_payer_action'; url: string }
  /** The account's balance is too low: nothing happened, and a later request may succeed. */
  | { kind: 'unfunded' };

/** Payments made on these days (YYYY-MM-DD, both inclusive, in the provider's time zone). */
export type PaymentQuery = { madeFrom: string; madeTo: string; cursor: string | null };
/** Payments that changed in this period, as far as the provider lists changes. */
export type NewsQuery = { since: Date; until: Date; cursor: string | null };
/** At most 100 payments, from one request, and the cursor of the next page. */
export type PaymentPage = { payments: PaymentSnapshot[]; next: string | null };

/** The provider's statement of one day (YYYY-MM-DD, in the provider's time zone). */
export type StatementQuery = { day: string; cursor: string | null };
/** The payments that a page of a statement credits or reverses, and the cursor of the next page. */
export type StatementPage = { received: string[]; reversed: string[]; next: string | null };

/** A webhook whose authenticity was verified. */
export type InboundWebhook = {
  /** The same for each delivery of one event. */
  eventId: string;
  event: string;
  paymentId: string;
  /** The event says that the payer was rejected, which the payment itself does not show. */
  isRejected: boolean;
  /** The event says no more than that the charge was created. */
  isNewCharge: boolean;
};

export type RawWebhook = { headers: Readonly<Record<string, string>>; query: string; rawBody: Buffer };

/** A payment provider. Every call ends when its signal aborts. */
export type PaymentGateway = {
  readonly name: string;
  /** A digest that changes when the provider needs a new customer record; reveals nothing about the payer. */
  markOf(payer: Payer): string;
  /** The provider's id of the payer, found or created; a payer who `isNew` cannot exist there and is not searched. */
  ensureCustomer(payer: Payer, options: { isNew: boolean }, signal: AbortSignal): Promise<string>;
  /** A digest that changes with the payer's name, e-mail or phone; reveals nothing about the payer. */
  detailsOf(payer: Payer): string;
  /** Updates the payer's name, e-mail and phone at the provider. */
  updateCustomer(customerId: string, payer: Payer, signal: AbortSignal): Promise<void>;
  createCharge(customerId: string, charge: NewCharge, signal: AbortSignal): Promise<Charge>;
  /** The charge that an earlier attempt created: a paid one if there are several, else the oldest payable one. */
  findCharge(reference: string, signal: AbortSignal): Promise<Charge | null>;
  /** All payments of a charge, including removed ones. */
  findByReference(reference: string, signal: AbortSignal): Promise<PaymentSnapshot[]>;
  /** Null for an unknown payment. */
  getPayment(paymentId: string, signal: AbortSignal): Promise<PaymentSnapshot | null>;
  /** Unpaid ones first, where the provider can filter by status. */
  listPayments(query: PaymentQuery, signal: AbortSignal): Promise<PaymentPage>;
  /** True if `listNews` lists every payment that changed, false if it lists disputes only. */
  readonly listsAllNews: boolean;
  listNews(query: NewsQuery, signal: AbortSignal): Promise<PaymentPage>;
  /** Payments that were fully refunded; empty where `listNews` lists all changes. */
  listReturned(query: PaymentQuery, signal: AbortSignal): Promise<PaymentPage>;
  /** Payments that were received or reversed on one day, even in part; empty where `listNews` lists all changes. */
  listMovements(query: StatementQuery, signal: AbortSignal): Promise<StatementPage>;
  /**
   * Makes a charge accept no money any more. Returns those of its payments that cannot be cancelled: they are paid, or in review.
   */
  cancel(charge: ChargeName, signal: AbortSignal): Promise<PaymentSnapshot[]>;
  /** Makes a paid charge accept no further payment. */
  close(charge: ChargeName, signal: AbortSignal): Promise<void>;
  /**
   * Whether the provider deduplicates refund requests by key, so that two concurrent ones refund once. If not, a request without
   * a response must not be repeated while it may still arrive.
   */
  readonly keysRefunds: boolean;
  refund(refund: NewRefund, signal: AbortSignal): Promise<RefundOutcome>;
  /** True if the event undoes a payment that was reported as made. */
  isUndone(event: string): boolean;
  isAuthentic(webhook: RawWebhook): boolean;
  /** Null when the event is not about a payment; throws when it cannot be read. */
  parse(webhook: RawWebhook): InboundWebhook | null;
};

/** The providers of this deployment: a payment stays with the one it was created at. */
export type Gateways = {
  /** The provider of new payments. */
  readonly default: PaymentGateway;
  readonly all: readonly PaymentGateway[];
  /** Undefined if the provider is not configured. */
  named(provider: string): PaymentGateway | undefined;
};

/** Maps a rejection with this code to `unfunded`, which can be retried. */
export const unfundedWhen =
  (code: string) =>
  (error: unknown): { kind: 'unfunded' } => {
    if (error instanceof ProviderError && error.failure === 'rejected' && error.codes.includes(code)) {
      return { kind: 'unfunded' };
    }
    throw error;
  };
