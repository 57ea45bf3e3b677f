import type { PaymentSnapshot, PaymentState, ProviderRefund } from './payment.ts';

export const TOTAL = 10_000;

type Return = { amountCents: number; attempt: number; state: ProviderRefund['state'] };

/** A charge as a provider keeps it, which is right by definition. */
export type ProviderCharge = {
  id: string;
  reference: string;
  paidCents: number;
  /** Of a bank slip: nothing goes back before the payer has said where, and only all of it. */
  needsPayer: boolean;
  /** By our own ids; those that nobody here asked for by others. */
  returns: Map<string, Return>;
  removed: boolean;
  declined: boolean;
  disputed: boolean;
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0);
const returnsOf = ({ returns }: ProviderCharge, ...states: Return['state'][]): number =>
  sum([...returns.values()].filter(({ state }) => states.includes(state)).map(({ amountCents }) => amountCents));

export const backCents = (charge: ProviderCharge): number => returnsOf(charge, 'done');
export const keptCents = (charge: ProviderCharge): number => charge.paidCents - backCents(charge);
/** What it can be asked for. */
export const leftCents = (charge: ProviderCharge): number => charge.paidCents - returnsOf(charge, 'done', 'pending');

export const newCharge = (id: string, reference: string): ProviderCharge => ({
  id,
  reference,
  paidCents: 0,
  needsPayer: false,
  returns: new Map(),
  removed: false,
  declined: false,
  disputed: false,
});

/** What the provider shows of a charge at this moment. */
export function shown(charge: ProviderCharge): PaymentSnapshot {
  const refundedCents = backCents(charge);
  return {
    paymentId: charge.id,
    reference: charge.reference,
    charge: { preferenceId: charge.id, paymentId: charge.id, initPoint: charge.id, sandboxInitPoint: null },
    state: stateOf(charge, refundedCents),
    rawStatus: '',
    amountCents: charge.paidCents || TOTAL,
    refundedCents,
    // A bank slip's returns are nobody's by name.
    refunds: [...charge.returns].map(([refundId, { amountCents, attempt, state }]) => ({
      refundId: charge.needsPayer ? null : refundId,
      attempt: charge.needsPayer ? null : attempt,
      providerRefundId: null,
      amountCents,
      state,
    })),
  };
}

function stateOf({ paidCents, removed, declined, disputed, returns }: ProviderCharge, back: number): PaymentState {
  if (removed) return 'cancelled';
  if (paidCents === 0) return declined ? 'rejected' : 'pending';
  if (back >= paidCents) return 'refunded';
  if (disputed) return 'disputed';
  const isGoing = [...returns.values()].some(
    ({ state, amountCents }) => state === 'pending' && amountCents === paidCents,
  );
  if (isGoing) return 'refund_in_progress';
  return back > 0 ? 'partially_refunded' : 'approved';
}
