import type { Charge } from './charge.ts';
import { feeCents } from './charge-fee.ts';
import { localDate } from './local-time.ts';

/** What moves the account's balance. */
export const REVERSAL_TYPES = ['PAYMENT_REVERSAL', 'PIX_TRANSACTION_CREDIT_REFUND'] as const;
type Reversal = (typeof REVERSAL_TYPES)[number];

export type Movement = {
  type: 'PAYMENT_RECEIVED' | 'PAYMENT_FEE' | Reversal;
  at: string;
  valueCents: number;
  paymentId: string;
  description: string;
};

/** Days from and to; what a Pix that went back is called. */
type StatementRequest = { from: string; to: string; pixReversal: Reversal };

/** Of the days from one to the other (YYYY-MM-DD, both inclusive), oldest first, each with the balance after it. */
export function statementOf(charges: readonly Charge[], { from, to, pixReversal }: StatementRequest) {
  const all = charges
    .flatMap((charge) => movementsOf(charge, pixReversal))
    .toSorted((one, other) => one.at.localeCompare(other.at));
  let balanceCents = 0;
  return all
    .map((movement) => ({ ...movement, balanceCents: (balanceCents += movement.valueCents) }))
    .filter(({ at }) => localDate(at) >= from && localDate(at) <= to);
}

/** All that a charge did to the balance so far. */
export const movedCents = (charge: Charge): number =>
  movementsOf(charge, 'PAYMENT_REVERSAL').reduce((sum, { valueCents }) => sum + valueCents, 0);

/** Money that was paid in, less its fee, and what went back; cash, and a charge that was lost in a dispute, are not shown. */
function movementsOf(charge: Charge, pixReversal: Reversal): Movement[] {
  const { id: paymentId, number, confirmedAt } = charge;
  if (confirmedAt === null || charge.status === 'RECEIVED_IN_CASH') return [];
  const reversal = charge.billingType === 'PIX' ? pixReversal : 'PAYMENT_REVERSAL';
  const of = (type: Movement['type'], at: string, valueCents: number, what: string): Movement => ({
    type,
    at,
    valueCents,
    paymentId,
    description: `${what} - fatura nr. ${number}`,
  });
  const back = charge.refunds.filter(({ status }) => status === 'DONE');
  return [
    of('PAYMENT_RECEIVED', confirmedAt, charge.valueCents, 'Cobrança recebida'),
    of('PAYMENT_FEE', confirmedAt, -feeCents(charge), 'Taxa da cobrança'),
    ...back.map(({ createdAt, valueCents }) => of(reversal, createdAt, -valueCents, 'Estorno')),
  ];
}
