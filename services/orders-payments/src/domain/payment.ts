import type { DisputeDetails } from './dispute.ts';
import { isPayable, type Order } from './order.ts';

export const PAYMENT_STATES = [
  'pending',
  'in_review',
  'approved',
  'rejected',
  'overdue',
  'cancelled',
  'partially_refunded',
  'refund_in_progress',
  'refunded',
  'disputed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const PAYMENT_METHODS = ['pix', 'card', 'boleto'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The fields of every attempt to pay an order, with or without a charge at the provider. */
type Attempted = {
  id: string;
  orderId: string;
  attempt: number;
  provider: string;
  /** Identifies this attempt at the provider, so that a charge whose response was lost can be found. */
  reference: string;
  status: PaymentState;
  /** The amount requested from the buyer. */
  amountCents: number;
  refundedCents: number;
  /** The amount that the buyer paid; null if nothing was paid, or if it is unknown: then it is `amountCents`. */
  paidCents: number | null;
  /** What the provider kept of it; null until it says so. */
  feeCents: number | null;
  /** When we decided that this charge must not be paid any more. */
  cancelRequestedAt: Date | null;
  /** How the buyer pays; null while that is undecided. */
  method: PaymentMethod | null;
  /** When the request for the last applied state began: states read earlier are ignored. */
  readAt: Date | null;
  /** When its money was counted, which happens once. */
  paidAt: Date | null;
  /** When its link was closed to further payments. */
  closedAt: Date | null;
  createdAt: Date;
  /** Until then only one process may create the charge. */
  claimedUntil: Date | null;
  /** How often the creation of the charge was begun; also distinguishes an old claim from a newer one. */
  tries: number;
  /** When the background job processes it next. */
  dueAt: Date | null;
  failures: number;
};

/** Where the buyer pays. `preferenceId` is the gateway's id of that page, or of the payment where both are one. */
type Page = { preferenceId: string; initPoint: string | null; sandboxInitPoint: string | null };

/** Without a known charge: it is still to be created, was rejected, or is not needed since the payment is simulated. */
export type UnchargedPayment = Attempted & { [Name in keyof Page | 'providerPaymentId']: null };
/** With a charge that nobody has tried to pay, at a provider that creates a payment only at the first try. */
export type UntriedPayment = Attempted & Page & { providerPaymentId: null };
/** With a payment at the provider: only such an attempt can be paid or refunded. */
export type ProviderPayment = Attempted & Page & { providerPaymentId: string };

export type ChargedPayment = UntriedPayment | ProviderPayment;
/** One attempt to pay an order: at most one charge at the gateway. Which of the three it is, its ids tell. */
export type Payment = UnchargedPayment | ChargedPayment;

/** What the gateway made for an attempt: where the buyer pays. */
export type Charge = {
  preferenceId: string;
  /** Null until the first attempt to pay, at providers that create a payment only then. */
  paymentId: string | null;
  /** Null only if its payment became known before the response, and does not show the link. */
  initPoint: string | null;
  sandboxInitPoint: string | null;
};

/** A refund as the provider shows it. */
export type ProviderRefund = {
  /** Our id, if the provider shows it. */
  refundId: string | null;
  /** How often it had been rejected at the time of the request, if the provider shows that. */
  attempt: number | null;
  providerRefundId: string | null;
  amountCents: number;
  state: 'pending' | 'done' | 'cancelled';
  /** Where the payer has to enter the recipient before the refund continues. */
  payerActionUrl?: string;
};

/** A payment as the provider showed it to one request. */
export type PaymentSnapshot = {
  paymentId: string;
  reference: string | null;
  /** Null if the payment does not show its link. */
  charge: Charge | null;
  state: PaymentState;
  rawStatus: string;
  amountCents: number;
  /** Without pending refunds. */
  refundedCents: number;
  refunds: readonly ProviderRefund[];
  method?: PaymentMethod | null;
  /** What the provider keeps of it; missing if it does not say, or nothing is paid. */
  feeCents?: number | undefined;
  /** When its request began; missing if there was none. */
  readAt?: Date;
  /** The payment was undone at the provider. */
  isUndone?: boolean;
  /** Of a payment in dispute; missing if the provider shows nothing of it. */
  dispute?: DisputeDetails;
};

export const referenceOf = (orderId: string, attempt: number): string => `${orderId}:${attempt}`;

/** A payment of an order's total, without a charge and without a task. */
export const newPayment = (
  order: Pick<Order, 'id' | 'totalCents'>,
  { id, attempt, provider, now }: { id: string; attempt: number; provider: string; now: Date },
): UnchargedPayment => ({
  id,
  orderId: order.id,
  attempt,
  provider,
  reference: referenceOf(order.id, attempt),
  status: 'pending',
  amountCents: order.totalCents,
  refundedCents: 0,
  paidCents: null,
  feeCents: null,
  preferenceId: null,
  providerPaymentId: null,
  initPoint: null,
  sandboxInitPoint: null,
  cancelRequestedAt: null,
  method: null,
  readAt: null,
  paidAt: null,
  closedAt: null,
  createdAt: now,
  claimedUntil: null,
  tries: 0,
  dueAt: null,
  failures: 0,
});

export const isAtProvider = (payment: Payment): payment is ProviderPayment => payment.providerPaymentId !== null;

/** A charge that the buyer could still pay. */
export const isOpen = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === 'pending' || status === 'in_review' || status === 'overdue' || status === 'rejected';

/** True if its charge is wanted and not known yet. */
export const isUnfinished = (payment: Pick<Payment, 'status' | 'preferenceId' | 'cancelRequestedAt'>): boolean =>
  payment.preferenceId === null && payment.status === 'pending' && payment.cancelRequestedAt === null;

/** The ids of a charge at its provider; it has no payment id until someone tries to pay it. */
export type ChargeName = { paymentId: string | null; preferenceId: string; reference: string };

export const chargeName = ({ providerPaymentId, preferenceId, reference }: ChargedPayment): ChargeName => ({
  paymentId: providerPaymentId,
  preferenceId,
  reference,
});

/** True if the page accepts several payments: then it has its own id. Elsewhere the page is the payment, and the only one. */
export const takesSeveral = ({ preferenceId, paymentId }: ChargeName): boolean => preferenceId !== paymentId;

/** True if the page accepts another payment, whatever the state of this one. A page that was paid gets closed. */
const isPageOpen = (payment: Payment): boolean =>
  isAtProvider(payment) && payment.paidAt === null && payment.closedAt === null && takesSeveral(chargeName(payment));

/** True if it can still bring money, by its charge or by another payment at its page. */
export const acceptsMoney = (payment: Payment): boolean => isOpen(payment) || isPageOpen(payment);

/** The next step of a payment. */
export type Task =
  | { kind: 'start_charge' | 'find_charge'; payment: UnchargedPayment }
  | { kind: 'cancel_charge'; payment: ChargedPayment }
  | { kind: 'close_charge'; payment: ProviderPayment }
  | { kind: 'check_charge'; payment: Payment };

/** The next step of the background job for a payment. */
export function nextTask(payment: Payment, order: Pick<Order, 'paymentStatus'>): Task | null {
  if (payment.preferenceId === null) return nextChargeTask(payment, order);
  if (payment.providerPaymentId !== null) {
    if (payment.paidAt && !payment.closedAt && takesSeveral(chargeName(payment)))
      return { kind: 'close_charge', payment };
    if (payment.cancelRequestedAt && !isOpen(payment) && isPageOpen(payment)) return { kind: 'close_charge', payment };
    if (isUndecided(payment)) return { kind: 'check_charge', payment };
  }
  if (!isOpen(payment)) return null;
  return { kind: payment.cancelRequestedAt ? 'cancel_charge' : 'check_charge', payment };
}

function nextChargeTask(payment: UnchargedPayment, order: Pick<Order, 'paymentStatus'>): Task | null {
  if (isUnfinished(payment)) return isPayable(order) ? { kind: 'start_charge', payment } : null;
  return isOpen(payment) && payment.cancelRequestedAt ? { kind: 'find_charge', payment } : null;
}

/** How a dispute ends is decided without us, and its notification can be lost. So is whether money goes back that was never counted. */
const isUndecided = ({ status, paidAt }: ProviderPayment): boolean =>
  status === 'disputed' || (status === 'refund_in_progress' && paidAt === null);
