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

/** One attempt to pay an order: at most one charge at a provider. */
export type Payment = {
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
  /** Null until the charge is known. */
  preferenceId: string | null;
  /** The provider's id of the payment; null until there is one. */
  providerPaymentId: string | null;
  initPoint: string | null;
  sandboxInitPoint: string | null;
  /** When we decided that this charge must no longer be paid. */
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

/** The charge at the provider, with the link where the buyer pays. */
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
  /** When its request began; missing if there was none. */
  readAt?: Date;
  /** The payment was undone at the provider. */
  isUndone?: boolean;
};

export const referenceOf = (orderId: string, attempt: number): string => `${orderId}:${attempt}`;

/** A payment of an order's total, without a charge and without a task. */
export const newPayment = (
  order: Pick<Order, 'id' | 'totalCents'>,
  { id, attempt, provider, now }: { id: string; attempt: number; provider: string; now: Date },
): Payment => ({
  id,
  orderId: order.id,
  attempt,
  provider,
  reference: referenceOf(order.id, attempt),
  status: 'pending',
  amountCents: order.totalCents,
  refundedCents: 0,
  paidCents: null,
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

/** True if the buyer could still pay its charge. */
export const isOpen = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === 'pending' || status === 'in_review' || status === 'overdue' || status === 'rejected';

/** True if its charge is wanted and not known yet. */
export const isUnfinished = (payment: Pick<Payment, 'status' | 'preferenceId' | 'cancelRequestedAt'>): boolean =>
  payment.preferenceId === null && payment.status === 'pending' && payment.cancelRequestedAt === null;

/** True if its link accepts further payments after the first: it has to be closed, unless charge and payment are one. */
const isPayableTwice = ({ paidAt, closedAt, preferenceId, providerPaymentId }: Payment): boolean =>
  paidAt !== null && closedAt === null && preferenceId !== null && preferenceId !== providerPaymentId;

export type Task = 'start_charge' | 'find_charge' | 'cancel_charge' | 'close_charge' | 'check_charge';

/** The next step of the background job for a payment. */
export function nextTask(payment: Payment, order: Pick<Order, 'paymentStatus'>): Task | null {
  if (isPayableTwice(payment)) return 'close_charge';
  // The end of a dispute is decided elsewhere, and its webhook can be lost; the same holds for a refund of money that was never
  // counted.
  if (payment.status === 'disputed') return 'check_charge';
  if (payment.status === 'refund_in_progress' && payment.paidAt === null) return 'check_charge';
  if (!isOpen(payment)) return null;
  if (payment.preferenceId === null) {
    if (payment.cancelRequestedAt) return 'find_charge';
    return isUnfinished(payment) && isPayable(order) ? 'start_charge' : null;
  }
  return payment.cancelRequestedAt ? 'cancel_charge' : 'check_charge';
}
