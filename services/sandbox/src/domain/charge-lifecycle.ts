import { isPayable, PAID, type Charge, type ChargeStatus, type PaymentMethod, type Step } from './charge.ts';
import { localDate } from './local-time.ts';
import { Rejection } from './rejection.ts';

type Move = { from: readonly ChargeStatus[]; status: ChargeStatus; event: string };

/** Changes by the provider itself, without the buyer or us: driven by the control routes. */
export const MOVES = {
  received: { from: ['CONFIRMED'], status: 'RECEIVED', event: 'PAYMENT_RECEIVED' },
  overdue: { from: ['PENDING'], status: 'OVERDUE', event: 'PAYMENT_OVERDUE' },
  in_analysis: {
    from: ['PENDING', 'OVERDUE'],
    status: 'AWAITING_RISK_ANALYSIS',
    event: 'PAYMENT_AWAITING_RISK_ANALYSIS',
  },
  analysis_approved: {
    from: ['AWAITING_RISK_ANALYSIS'],
    status: 'CONFIRMED',
    event: 'PAYMENT_APPROVED_BY_RISK_ANALYSIS',
  },
  analysis_reproved: {
    from: ['AWAITING_RISK_ANALYSIS'],
    status: 'PENDING',
    event: 'PAYMENT_REPROVED_BY_RISK_ANALYSIS',
  },
  authorized: { from: ['PENDING'], status: 'AUTHORIZED', event: 'PAYMENT_AUTHORIZED' },
  authorization_captured: { from: ['AUTHORIZED'], status: 'CONFIRMED', event: 'PAYMENT_CONFIRMED' },
  dunning_requested: { from: ['OVERDUE'], status: 'DUNNING_REQUESTED', event: 'PAYMENT_DUNNING_REQUESTED' },
  dunning_received: { from: ['DUNNING_REQUESTED'], status: 'DUNNING_RECEIVED', event: 'PAYMENT_DUNNING_RECEIVED' },
  received_in_cash: { from: ['PENDING', 'OVERDUE'], status: 'RECEIVED_IN_CASH', event: 'PAYMENT_RECEIVED' },
  received_in_cash_undone: {
    from: ['RECEIVED_IN_CASH'],
    status: 'PENDING',
    event: 'PAYMENT_RECEIVED_IN_CASH_UNDONE',
  },
  chargeback_requested: { from: PAID, status: 'CHARGEBACK_REQUESTED', event: 'PAYMENT_CHARGEBACK_REQUESTED' },
  chargeback_dispute: {
    from: ['CHARGEBACK_REQUESTED'],
    status: 'CHARGEBACK_DISPUTE',
    event: 'PAYMENT_CHARGEBACK_DISPUTE',
  },
  chargeback_won: {
    from: ['CHARGEBACK_DISPUTE'],
    status: 'AWAITING_CHARGEBACK_REVERSAL',
    event: 'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
  },
  chargeback_reversed: { from: ['AWAITING_CHARGEBACK_REVERSAL'], status: 'RECEIVED', event: 'PAYMENT_RECEIVED' },
  chargeback_lost: {
    from: ['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE'],
    status: 'REFUNDED',
    event: 'PAYMENT_REFUNDED',
  },
} as const satisfies Record<string, Move>;

export type MoveName = keyof typeof MOVES;
export const MOVE_NAMES = Object.keys(MOVES) as MoveName[];

/** Pix is money at once; a card is confirmed first and received weeks later; a boleto passes through both in a row. */
export function pay(charge: Charge, method: PaymentMethod, now: Date, paidCents = charge.valueCents): Step[] {
  if (!isPayable(charge)) throw rejectedIn(charge, 'be paid');
  mustAllow(charge, method);

  const at = now.toISOString();
  const confirmed: Charge = {
    ...charge,
    ...sumPaid(charge, paidCents),
    billingType: method,
    status: 'CONFIRMED',
    confirmedAt: at,
  };
  const received: Charge = { ...confirmed, status: 'RECEIVED', paidAt: at };
  if (method === 'PIX') return [{ charge: received, event: 'PAYMENT_RECEIVED' }];
  const first: Step = { charge: confirmed, event: 'PAYMENT_CONFIRMED' };
  return method === 'CREDIT_CARD' ? [first] : [first, { charge: received, event: 'PAYMENT_RECEIVED' }];
}

/** Interest is included in the value; the original amount stands beside it. */
function sumPaid({ valueCents, originalValueCents }: Charge, paidCents: number): Partial<Charge> {
  if (paidCents === valueCents) return {};
  return {
    valueCents: paidCents,
    originalValueCents: originalValueCents ?? valueCents,
    interestCents: Math.max(paidCents - valueCents, 0),
  };
}

/** Interest, a discount or a manual change: the amount due is another one now. */
export function changeAmount(charge: Charge, valueCents: number): Step[] {
  if (!isPayable(charge)) throw rejectedIn(charge, 'cost something else');
  const originalValueCents = charge.originalValueCents ?? charge.valueCents;
  return [{ charge: { ...charge, valueCents, originalValueCents }, event: 'PAYMENT_UPDATED' }];
}

/**
 * Opening the boleto pays nothing: of a charge that can be paid in any way it is the one sign that it may be paid days later
 * (PAYMENT_BANK_SLIP_VIEWED in https://docs.asaas.com/docs/webhook-para-cobrancas).
 */
export function viewBoleto(charge: Charge, now: Date): Step[] {
  if (!isPayable(charge)) throw rejectedIn(charge, 'be paid');
  mustAllow(charge, 'BOLETO');
  return [{ charge: { ...charge, boletoViewedAt: now.toISOString() }, event: 'PAYMENT_BANK_SLIP_VIEWED' }];
}

/** A rejected card leaves the charge payable: the buyer may try again on the same link. */
export function declineCard(charge: Charge): Step[] {
  if (!isPayable(charge)) throw rejectedIn(charge, 'be paid');
  return [{ charge, event: 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED' }];
}

export function move(charge: Charge, name: MoveName, now: Date): Step[] {
  const { from, status, event }: Move = MOVES[name];
  if (charge.removed || !from.includes(charge.status)) throw rejectedIn(charge, `become ${status}`);
  const at = now.toISOString();
  const settled = status === 'RECEIVED' || status === 'RECEIVED_IN_CASH';
  const confirmed = settled || status === 'CONFIRMED';
  const stored = (when: string | null) => (status === 'PENDING' ? null : when);
  return [
    {
      charge: {
        ...charge,
        status,
        confirmedAt: confirmed ? (charge.confirmedAt ?? at) : stored(charge.confirmedAt),
        paidAt: settled ? (charge.paidAt ?? at) : stored(charge.paidAt),
        ...(status === 'CHARGEBACK_REQUESTED' && { disputedAt: at }),
      },
      event,
    },
  ];
}

export function remove(charge: Charge): Step[] {
  if (!isPayable(charge)) throw rejectedIn(charge, 'be removed');
  return [{ charge: { ...charge, removed: true }, event: 'PAYMENT_DELETED' }];
}

export function restore(charge: Charge, now: Date): Step[] {
  if (!charge.removed) throw rejectedIn(charge, 'be restored');
  const status = charge.dueDate < localDate(now) ? 'OVERDUE' : 'PENDING';
  return [{ charge: { ...charge, removed: false, status }, event: 'PAYMENT_RESTORED' }];
}

function mustAllow({ billingType }: Charge, method: PaymentMethod): void {
  if (billingType !== 'UNDEFINED' && billingType !== method)
    throw new Rejection('invalid', 'invalid_billingType', `This charge can only be paid by ${billingType}.`);
}

const rejectedIn = (charge: Charge, action: string): Rejection =>
  new Rejection(
    'conflict',
    'invalid_action',
    `A charge that is ${charge.removed ? 'removed' : charge.status} cannot ${action}.`,
  );
