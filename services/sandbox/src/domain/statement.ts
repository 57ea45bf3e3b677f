import type { Charge } from './charge.ts';
import { feeCents } from './charge-fee.ts';
import { localDate } from './local-time.ts';

/** What moves the account's balance. */
export type Movement = {
  type: 'PAYMENT_RECEIVED' | 'PAYMENT_FEE' | 'PAYMENT_REVERSAL';
  at: string;
  valueCents: number;
  paymentId: string;
  description: string;
};

/** Of the days from one to the other (YYYY-MM-DD, both inclusive), oldest first, each with the balance after it. */
export function statementOf(charges: readonly Charge[], from: string, to: string) {
  const all = charges.flatMap(movementsOf).toSorted((one, other) => one.at.localeCompare(other.at));
  let balanceCents = 0;
  return all
    .map((movement) => ({ ...movement, balanceCents: (balanceCents += movement.valueCents) }))
    .filter(({ at }) => localDate(at) >= from && localDate(at) <= to);
}

/** Money that was paid in, less its fee, and what went back; a charge that was lost in a dispute is not shown. */
function movementsOf(charge: Charge): Movement[] {
  const { id: paymentId, number, confirmedAt } = charge;
  if (confirmedAt === null) return [];
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
    ...back.map(({ createdAt, valueCents }) => of('PAYMENT_REVERSAL', createdAt, -valueCents, 'Estorno')),
  ];
}
