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

/** One attempt to pay an order: at most one charge at the gateway. */
export type Payment = {
  id: string;
  orderId: string;
  attempt: number;
  provider: string;
  /** Names this attempt at the gateway, so that a charge whose response was lost is found again. */
  reference: string;
  status: PaymentState;
  /** What the buyer was asked for. */
  amountCents: number;
  refundedCents: number;
  /** What the buyer really paid; null where nothing came, or nobody told: then it is what was asked for. */
  paidCents: number | null;
  /** Null until a charge is known. */
  preferenceId: string | null;
  /** The gateway's id of the payment; null until there is one. */
  providerPaymentId: string | null;
  initPoint: string | null;
  sandboxInitPoint: string | null;
  /** When we decided that this charge must not be paid any more. */
  cancelRequestedAt: Date | null;
  /** How the buyer pays; null while that is open. */
  method: PaymentMethod | null;
  /** When what was last taken of the gateway's word was asked for: older words change nothing. */
  readAt: Date | null;
  /** When its money was counted: once, whatever is notified later. */
  paidAt: Date | null;
  /** When the address where it was paid took no further payment. */
  closedAt: Date | null;
  createdAt: Date;
  /** Until then one process alone may create the charge. */
  claimedUntil: Date | null;
  /** How often creating the charge was begun; also tells an old claim from a newer one. */
  tries: number;
  /** When the background work looks at it next. */
  dueAt: Date | null;
  failures: number;
};

/** What the gateway made for an attempt: where the buyer pays. */
export type Charge = {
  preferenceId: string;
  /** Null until somebody tries to pay, at gateways that make a payment only then. */
  paymentId: string | null;
  /** Null only when its payment came before its own answer and does not tell. */
  initPoint: string | null;
  sandboxInitPoint: string | null;
};

/** A refund as the gateway shows it. */
export type ProviderRefund = {
  /** Ours, when it shows that it was asked for by us. */
  refundId: string | null;
  /** How often it had been rejected when it was asked for, where the gateway tells. */
  attempt: number | null;
  providerRefundId: string | null;
  amountCents: number;
  state: 'pending' | 'done' | 'cancelled';
  /** Where the buyer has to say where the money goes before anything happens. */
  payerActionUrl?: string;
};

/** A payment as the gateway shows it at one moment. */
export type PaymentSnapshot = {
  paymentId: string;
  reference: string | null;
  /** Null where a payment does not tell how it can be paid. */
  charge: Charge | null;
  state: PaymentState;
  rawStatus: string;
  amountCents: number;
  /** Only what is done. */
  refundedCents: number;
  refunds: readonly ProviderRefund[];
  method?: PaymentMethod | null;
  /** When it was asked for; missing where nobody asked. */
  readAt?: Date;
  /** Somebody took back there that it was paid. */
  isUndone?: boolean;
};

export const referenceOf = (orderId: string, attempt: number): string => `${orderId}:${attempt}`;

/** A payment of an order's whole total, of which nothing is known yet and nothing is to be done. */
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

/** A charge that the buyer could still pay. */
export const isOpen = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === 'pending' || status === 'in_review' || status === 'overdue' || status === 'rejected';

/** Its charge is wanted and not known yet. */
export const isUnfinished = (payment: Pick<Payment, 'status' | 'preferenceId' | 'cancelRequestedAt'>): boolean =>
  payment.preferenceId === null && payment.status === 'pending' && payment.cancelRequestedAt === null;

/** Its address takes further payments although its money came: where an address is not one payment, it has to be closed. */
const isPayableTwice = ({ paidAt, closedAt, preferenceId, providerPaymentId }: Payment): boolean =>
  paidAt !== null && closedAt === null && preferenceId !== null && preferenceId !== providerPaymentId;

export type Task = 'start_charge' | 'find_charge' | 'cancel_charge' | 'close_charge' | 'check_charge';

/** What is left to do about a payment when nobody asks. */
export function nextTask(payment: Payment, order: Pick<Order, 'paymentStatus'>): Task | null {
  if (isPayableTwice(payment)) return 'close_charge';
  // How a dispute ends is decided without us, and its notification can be lost. So is whether money goes back that was never counted.
  if (payment.status === 'disputed') return 'check_charge';
  if (payment.status === 'refund_in_progress' && payment.paidAt === null) return 'check_charge';
  if (!isOpen(payment)) return null;
  if (payment.preferenceId === null) {
    if (payment.cancelRequestedAt) return 'find_charge';
    return isUnfinished(payment) && isPayable(order) ? 'start_charge' : null;
  }
  return payment.cancelRequestedAt ? 'cancel_charge' : 'check_charge';
}
