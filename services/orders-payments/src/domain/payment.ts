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

/** What every attempt to pay an order has, whatever is known of it at the gateway. */
type Attempted = {
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

/** Where the buyer pays. `preferenceId` is the gateway's id of that page, or of the payment where both are one. */
type Page = { preferenceId: string; initPoint: string | null; sandboxInitPoint: string | null };

/** No charge of it is known: that is still to be made, was rejected, or is not meant to be when the payment is simulated. */
export type UnchargedPayment = Attempted & { [Name in keyof Page | 'providerPaymentId']: null };
/** Its charge is known and nobody has tried to pay it, at a gateway that makes a payment only then. */
export type UntriedPayment = Attempted & Page & { providerPaymentId: null };
/** The gateway has a payment of it: the only one of which money can come or go back. */
export type ProviderPayment = Attempted & Page & { providerPaymentId: string };

export type ChargedPayment = UntriedPayment | ProviderPayment;
/** One attempt to pay an order: at most one charge at the gateway. Which of the three it is, its ids tell. */
export type Payment = UnchargedPayment | ChargedPayment;

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

/** Its charge is wanted and not known yet. */
export const isUnfinished = (payment: Pick<Payment, 'status' | 'preferenceId' | 'cancelRequestedAt'>): boolean =>
  payment.preferenceId === null && payment.status === 'pending' && payment.cancelRequestedAt === null;

/** What a charge is called at its provider; without a payment id nobody has tried to pay it yet. */
export type ChargeName = { paymentId: string | null; preferenceId: string; reference: string };

export const chargeName = ({ providerPaymentId, preferenceId, reference }: ChargedPayment): ChargeName => ({
  paymentId: providerPaymentId,
  preferenceId,
  reference,
});

/** A page that takes several payments has an id of its own; elsewhere it is the payment, and no other one can come. */
export const takesSeveral = ({ preferenceId, paymentId }: ChargeName): boolean => preferenceId !== paymentId;

/** Its page takes a next try though this payment is over and brought nothing: it failed, or nobody completed it in time. */
export const isPageLeftOpen = (payment: Payment): boolean =>
  isAtProvider(payment) &&
  !isOpen(payment) &&
  payment.paidAt === null &&
  payment.closedAt === null &&
  takesSeveral(chargeName(payment));

/** What is left to do, and about what. */
export type Task =
  | { kind: 'start_charge' | 'find_charge'; payment: UnchargedPayment }
  | { kind: 'cancel_charge'; payment: ChargedPayment }
  | { kind: 'close_charge'; payment: ProviderPayment }
  | { kind: 'check_charge'; payment: Payment };

/** What is left to do about a payment when nobody asks. */
export function nextTask(payment: Payment, order: Pick<Order, 'paymentStatus'>): Task | null {
  if (payment.preferenceId === null) return nextChargeTask(payment, order);
  if (payment.providerPaymentId !== null) {
    if (payment.paidAt && !payment.closedAt && takesSeveral(chargeName(payment)))
      return { kind: 'close_charge', payment };
    if (isUndecided(payment)) return { kind: 'check_charge', payment };
    if (payment.cancelRequestedAt && isPageLeftOpen(payment)) return { kind: 'close_charge', payment };
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
