/** Where a buyer pays at Mercado Pago; each try there is a payment of its own. */
export type Preference = {
  id: string;
  externalReference: string | null;
  title: string;
  amountCents: number;
  /** Where the browser goes after paying; null when nothing sends it back. */
  returnUrl: string | null;
  expired: boolean;
  createdAt: string;
};

export type PayMethod = 'pix' | 'card' | 'boleto';

export type PaymentStatus =
  | 'pending'
  | 'in_process'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'refunded'
  | 'in_mediation'
  | 'charged_back';

export type PaymentRefund = {
  id: string;
  amountCents: number;
  status: 'approved' | 'in_process' | 'rejected';
  createdAt: string;
};

export type PreferencePayment = {
  id: string;
  preferenceId: string;
  externalReference: string | null;
  status: PaymentStatus;
  statusDetail: string;
  method: PayMethod;
  amountCents: number;
  refunds: PaymentRefund[];
  createdAt: string;
  updatedAt: string;
  approvedAt: string | null;
};

/** One change of a payment and the action that its notification names. */
export type PaymentStep = { payment: PreferencePayment; action: 'payment.created' | 'payment.updated' };

export const refundedCents = ({ refunds }: PreferencePayment): number =>
  refunds.filter(({ status }) => status === 'approved').reduce((sum, { amountCents }) => sum + amountCents, 0);

/** What is given back or on its way. */
export const claimedCents = ({ refunds }: PreferencePayment): number =>
  refunds.filter(({ status }) => status !== 'rejected').reduce((sum, { amountCents }) => sum + amountCents, 0);

/** All that a payment did to the balance so far. */
export const movedCents = (payment: PreferencePayment): number =>
  payment.approvedAt === null ? 0 : payment.amountCents - refundedCents(payment);
