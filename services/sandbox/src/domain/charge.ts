export type BillingType = 'UNDEFINED' | 'PIX' | 'CREDIT_CARD' | 'BOLETO';
export type PaymentMethod = Exclude<BillingType, 'UNDEFINED'>;

export type ChargeStatus =
  | 'PENDING'
  | 'OVERDUE'
  | 'AWAITING_RISK_ANALYSIS'
  | 'AUTHORIZED'
  | 'DUNNING_REQUESTED'
  | 'DUNNING_RECEIVED'
  | 'CONFIRMED'
  | 'RECEIVED'
  | 'RECEIVED_IN_CASH'
  | 'REFUND_REQUESTED'
  | 'REFUND_IN_PROGRESS'
  | 'REFUNDED'
  | 'CHARGEBACK_REQUESTED'
  | 'CHARGEBACK_DISPUTE'
  | 'AWAITING_CHARGEBACK_REVERSAL';

export type Refund = {
  createdAt: string;
  status: 'PENDING' | 'DONE' | 'CANCELLED';
  valueCents: number;
  description: string | null;
};

export type Charge = {
  id: string;
  number: number;
  customerId: string;
  status: ChargeStatus;
  billingType: BillingType;
  valueCents: number;
  /** Before interest or another change; null: it never changed. */
  originalValueCents?: number | null;
  /** Interest paid by a late payer; it is part of the value. */
  interestCents?: number;
  dueDate: string;
  description: string | null;
  externalReference: string | null;
  successUrl: string | null;
  autoRedirect: boolean;
  removed: boolean;
  createdAt: string;
  confirmedAt: string | null;
  paidAt: string | null;
  /** When its payer last opened the boleto; missing: never. */
  boletoViewedAt?: string;
  /** When its payer contested it; missing: never. */
  disputedAt?: string;
  refunds: Refund[];
  /** What the bank does once the buyer of a boleto has named an account; missing: it pays. */
  boletoRefund?: 'done' | 'pending' | 'denied' | 'unfunded';
};

/** One change of a charge with its webhook event; null when the provider sends none. */
export type Step = { charge: Charge; event: string | null };

export const PAYABLE: readonly ChargeStatus[] = ['PENDING', 'OVERDUE'];
export const PAID: readonly ChargeStatus[] = ['CONFIRMED', 'RECEIVED'];

export const isPayable = (charge: Charge): boolean => !charge.removed && PAYABLE.includes(charge.status);

export const refundedCents = (charge: Charge): number =>
  charge.refunds.filter(({ status }) => status !== 'CANCELLED').reduce((sum, { valueCents }) => sum + valueCents, 0);
