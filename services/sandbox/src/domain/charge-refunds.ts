import { PAID, refundedCents, type Charge, type Refund, type Step } from './charge.ts';
import { Refusal } from './refusal.ts';

export type RefundRequest = { valueCents: number | null; description: string | null };

/** Pix and card: the money goes back at once, in full or in parts. */
export function refund(charge: Charge, { valueCents, description }: RefundRequest, now: Date): Step[] {
  if (!PAID.includes(charge.status)) throw notRefundable(`A charge that is ${charge.status} cannot be refunded.`);
  if (charge.billingType === 'BOLETO') throw notRefundable('A bank slip is refunded by its own request.');
  const remainingCents = charge.valueCents - refundedCents(charge);
  const amountCents = valueCents ?? remainingCents;
  if (amountCents <= 0 || amountCents > remainingCents)
    throw new Refusal('invalid', 'invalid_value', `The refund must be above zero and at most ${remainingCents / 100}.`);

  const entry: Refund = { createdAt: now.toISOString(), status: 'DONE', valueCents: amountCents, description };
  const full = amountCents === remainingCents;
  const refunds = [...charge.refunds, entry];
  return [
    {
      charge: { ...charge, refunds, status: full ? 'REFUNDED' : charge.status },
      event: full ? 'PAYMENT_REFUNDED' : 'PAYMENT_PARTIALLY_REFUNDED',
    },
  ];
}

/** Boleto: nothing moves until the buyer fills in bank details on the page this opens. */
export function requestBoletoRefund(charge: Charge, now: Date): Step[] {
  if (charge.status === 'REFUND_REQUESTED') return [];
  if (charge.billingType !== 'BOLETO') throw notRefundable('Only a paid bank slip is refunded by request.');
  if (!PAID.includes(charge.status)) throw notRefundable(`A bank slip that is ${charge.status} cannot be refunded.`);
  const valueCents = charge.valueCents - refundedCents(charge);
  const entry: Refund = { createdAt: now.toISOString(), status: 'PENDING', valueCents, description: null };
  return [{ charge: { ...charge, status: 'REFUND_REQUESTED', refunds: [...charge.refunds, entry] }, event: null }];
}

export function completeBoletoRefund(charge: Charge): Step[] {
  if (charge.status !== 'REFUND_REQUESTED')
    throw notRefundable('No refund of this bank slip is waiting for the buyer.');
  const inProgress: Charge = { ...charge, status: 'REFUND_IN_PROGRESS' };
  const refunds = charge.refunds.map((entry) => ({ ...entry, status: 'DONE' as const }));
  return [
    { charge: inProgress, event: 'PAYMENT_REFUND_IN_PROGRESS' },
    { charge: { ...inProgress, status: 'REFUNDED', refunds }, event: 'PAYMENT_REFUNDED' },
  ];
}

const notRefundable = (message: string): Refusal => new Refusal('conflict', 'invalid_action', message);
