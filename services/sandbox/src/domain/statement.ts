import type { Charge } from './charge.ts';
import { feeCents } from './charge-fee.ts';
import { localDate } from './local-time.ts';
import { takenFeeCents, type Transfer } from './transfer.ts';

/** What moves the account's balance. */
export const REVERSAL_TYPES = ['PAYMENT_REVERSAL', 'PIX_TRANSACTION_CREDIT_REFUND'] as const;
type Reversal = (typeof REVERSAL_TYPES)[number];

export type Movement = {
  type: 'PAYMENT_RECEIVED' | 'PAYMENT_FEE' | Reversal | 'TRANSFER' | 'TRANSFER_FEE' | 'TRANSFER_REVERSAL';
  at: string;
  valueCents: number;
  /** One of the two. */
  paymentId: string | null;
  transferId: string | null;
  description: string;
};

/** Days from and to; what a Pix that went back is called. */
type StatementRequest = { from: string; to: string; pixReversal: Reversal };

type Moved = { charges: readonly Charge[]; transfers: readonly Transfer[] };

/** Of the days from one to the other (YYYY-MM-DD, both inclusive), oldest first, each with the balance after it. */
export function statementOf({ charges, transfers }: Moved, { from, to, pixReversal }: StatementRequest) {
  const all = [
    ...charges.flatMap((charge) => movementsOf(charge, pixReversal)),
    ...transfers.flatMap(movementsOfTransfer),
  ].toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
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
    transferId: null,
    description: `${what} - fatura nr. ${number}`,
  });
  const back = charge.refunds.filter(({ status }) => status === 'DONE');
  return [
    of('PAYMENT_RECEIVED', confirmedAt, charge.valueCents, 'Cobrança recebida'),
    of('PAYMENT_FEE', confirmedAt, -feeCents(charge), 'Taxa da cobrança'),
    ...back.map(({ createdAt, valueCents }) => of(reversal, createdAt, -valueCents, 'Estorno')),
  ];
}

/** What left, and what came back of it. */
function movementsOfTransfer(transfer: Transfer): Movement[] {
  const { id, valueCents, createdAt, backAt } = transfer;
  const takenCents = takenFeeCents(transfer);
  const of = (type: Movement['type'], at: string, cents: number, description: string): Movement => ({
    type,
    at,
    valueCents: cents,
    paymentId: null,
    transferId: id,
    description,
  });
  return [
    of('TRANSFER', createdAt, -valueCents, 'Transferência via Pix com chave'),
    ...(takenCents > 0 ? [of('TRANSFER_FEE', createdAt, -takenCents, 'Taxa da transferência')] : []),
    ...(backAt === null ? [] : [of('TRANSFER_REVERSAL', backAt, valueCents, 'Estorno da transferência')]),
  ];
}
