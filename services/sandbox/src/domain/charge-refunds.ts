import { PAID, refundedCents, type Charge, type Refund, type Step } from './charge.ts';
import { Rejection } from './rejection.ts';

export type RefundMode = 'done' | 'pending' | 'denied' | 'unfunded';
export type RefundRequest = {
  valueCents: number | null;
  description: string | null;
  mode?: RefundMode;
  /** The account's balance. */
  fundsCents?: number;
};

/** Pix and card: the money goes back at once, in full or in parts. */
export function refund(charge: Charge, request: RefundRequest, now: Date): Step[] {
  const { valueCents, description, mode = 'done', fundsCents = Infinity } = request;
  if (!PAID.includes(charge.status)) throw notRefundable(`A charge that is ${charge.status} cannot be refunded.`);
  if (charge.billingType === 'BOLETO') throw notRefundable('A bank slip is refunded by its own request.');
  const remainingCents = charge.valueCents - refundedCents(charge);
  const amountCents = valueCents ?? remainingCents;
  if (amountCents <= 0 || amountCents > remainingCents)
    throw new Rejection(
      'invalid',
      'invalid_value',
      `The refund must be above zero and at most ${remainingCents / 100}.`,
    );

  if (mode === 'unfunded' || amountCents > fundsCents) throw notRefundable(UNFUNDED);

  const status = ENTRY_STATUS[mode];
  const refunds = [...charge.refunds, { createdAt: now.toISOString(), status, valueCents: amountCents, description }];
  return [stepWith(charge, refunds)];
}

/** Only the description says so; the code is that of every action that is not possible now. */
const UNFUNDED = 'Saldo insuficiente para realizar o estorno.';
const ENTRY_STATUS = { done: 'DONE', pending: 'PENDING', denied: 'CANCELLED' } as const;

/** What was on its way arrives, or does not. */
export function settleRefunds(charge: Charge, as: 'done' | 'denied'): Step[] {
  if (!charge.refunds.some(({ status }) => status === 'PENDING'))
    throw notRefundable('No refund of this charge is on its way.');
  const status = ENTRY_STATUS[as];
  const refunds = charge.refunds.map((entry) => (entry.status === 'PENDING' ? { ...entry, status } : entry));
  return [stepWith(charge, refunds)];
}

/** The charge with its current refunds, and the event for the newest one. */
function stepWith(charge: Charge, refunds: Refund[]): Step {
  const sumOf = (wanted: Refund['status']) =>
    refunds.filter(({ status }) => status === wanted).reduce((sum, { valueCents }) => sum + valueCents, 0);
  const isFull = sumOf('DONE') >= charge.valueCents;
  const isOnItsWay = !isFull && sumOf('DONE') + sumOf('PENDING') >= charge.valueCents;
  const before = charge.paidAt ? 'RECEIVED' : 'CONFIRMED';
  const paid = PAID.includes(charge.status) ? charge.status : before;
  const next = { ...charge, refunds };
  if (isFull) return { charge: { ...next, status: 'REFUNDED' }, event: 'PAYMENT_REFUNDED' };
  if (isOnItsWay) return { charge: { ...next, status: 'REFUND_IN_PROGRESS' }, event: 'PAYMENT_REFUND_IN_PROGRESS' };
  const { status } = refunds.at(-1)!;
  const event = status === 'CANCELLED' ? 'PAYMENT_REFUND_DENIED' : 'PAYMENT_PARTIALLY_REFUNDED';
  return { charge: { ...next, status: paid }, event: status === 'PENDING' ? null : event };
}

type BoletoRefund = { mode?: RefundMode; fundsCents?: number };

/** Boleto: nothing moves until the buyer fills in bank details on the page this opens; the bank decides after that. */
export function requestBoletoRefund(
  charge: Charge,
  now: Date,
  { mode = 'done', fundsCents = Infinity }: BoletoRefund = {},
): Step[] {
  if (charge.status === 'REFUND_REQUESTED') return [];
  if (charge.billingType !== 'BOLETO') throw notRefundable('Only a paid bank slip is refunded by request.');
  if (!PAID.includes(charge.status)) throw notRefundable(`A bank slip that is ${charge.status} cannot be refunded.`);
  const valueCents = charge.valueCents - refundedCents(charge);
  if (mode === 'unfunded' || valueCents > fundsCents) throw notRefundable(UNFUNDED);
  const entry: Refund = { createdAt: now.toISOString(), status: 'PENDING', valueCents, description: null };
  const refunds = [...charge.refunds, entry];
  return [{ charge: { ...charge, status: 'REFUND_REQUESTED', refunds, boletoRefund: mode }, event: null }];
}

/** The buyer has named a bank account. */
export function completeBoletoRefund(charge: Charge): Step[] {
  if (charge.status !== 'REFUND_REQUESTED')
    throw notRefundable('No refund of this bank slip is waiting for the buyer.');
  const inProgress: Charge = { ...charge, status: 'REFUND_IN_PROGRESS' };
  const begun: Step = { charge: inProgress, event: 'PAYMENT_REFUND_IN_PROGRESS' };
  if (charge.boletoRefund === 'pending') return [begun];
  return [begun, ...settleRefunds(inProgress, charge.boletoRefund === 'denied' ? 'denied' : 'done')];
}

const notRefundable = (message: string): Rejection => new Rejection('conflict', 'invalid_action', message);
