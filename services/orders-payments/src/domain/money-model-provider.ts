import type { Charge, PaymentSnapshot, PaymentState, ProviderRefund } from './payment.ts';

export const TOTAL = 10_000;

/** What was asked for, by our own ids; what nobody here asked for bears none. The provider has an id of its own for each. */
type Return = {
  id: string;
  refundId: string | null;
  amountCents: number;
  attempt: number;
  state: ProviderRefund['state'];
};

/** A charge as a provider keeps it, which is right by definition. */
export type ProviderCharge = {
  id: string;
  reference: string;
  /** Where it is a try to pay, at a provider whose pages take several: a declined one is over then. */
  page: string | null;
  paidCents: number;
  /** Of a bank slip: nothing goes back before the payer has said where, and only all of it. */
  needsPayer: boolean;
  /** Its refunds bear the provider's ids alone: whose they are, only the response to the request tells. */
  isAnonymous: boolean;
  /** What was denied stays to be seen. */
  returns: Return[];
  /** What a person gave back of it in another way than by the provider. */
  elsewhereCents: number;
  removed: boolean;
  declined: boolean;
  disputed: boolean;
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0);
const returnsOf = ({ returns }: ProviderCharge, ...states: Return['state'][]): number =>
  sum(returns.filter(({ state }) => states.includes(state)).map(({ amountCents }) => amountCents));

export const backCents = (charge: ProviderCharge): number => returnsOf(charge, 'done');
export const retainedCents = (charge: ProviderCharge): number =>
  charge.paidCents - backCents(charge) - charge.elsewhereCents;
/** What it can be asked for. */
export const leftCents = (charge: ProviderCharge): number => charge.paidCents - returnsOf(charge, 'done', 'pending');

/** Where people pay, at a provider that makes a payment of each try. */
export type ProviderPage = { id: string; reference: string; isClosed: boolean };

export const newCharge = (id: string, reference: string, page: string | null = null): ProviderCharge => ({
  id,
  reference,
  page,
  paidCents: 0,
  needsPayer: false,
  isAnonymous: false,
  returns: [],
  elsewhereCents: 0,
  removed: false,
  declined: false,
  disputed: false,
});

/** What the provider shows of a charge at this moment, to a look that began then. */
export function shown(charge: ProviderCharge, readAt: Date): PaymentSnapshot {
  const refundedCents = backCents(charge);
  return {
    paymentId: charge.id,
    reference: charge.reference,
    charge: charge.page === null ? chargeShown(charge.id, charge.id) : null,
    state: stateOf(charge, refundedCents),
    rawStatus: '',
    amountCents: charge.paidCents || TOTAL,
    refundedCents,
    readAt,
    // A bank slip's returns are nobody's by name.
    refunds: charge.returns.map(({ id, refundId, amountCents, attempt, state }) => ({
      refundId: isNameless(charge) ? null : refundId,
      attempt: isNameless(charge) || !refundId ? null : attempt,
      providerRefundId: charge.isAnonymous ? id : null,
      amountCents,
      state,
    })),
  };
}

/** What a provider answers to whoever has a charge made. */
export const chargeShown = (preferenceId: string, paymentId: string | null): Charge => ({
  preferenceId,
  paymentId,
  initPoint: preferenceId,
  sandboxInitPoint: null,
});

/** It may still be paid. */
export const isUnpaid = ({ removed, declined, paidCents, page }: ProviderCharge): boolean =>
  !removed && paidCents === 0 && !(declined && page !== null);

const isNameless = ({ needsPayer, isAnonymous }: ProviderCharge): boolean => needsPayer || isAnonymous;

function stateOf({ paidCents, removed, declined, disputed, returns }: ProviderCharge, back: number): PaymentState {
  if (removed) return 'cancelled';
  if (paidCents === 0) return declined ? 'rejected' : 'pending';
  if (back >= paidCents) return 'refunded';
  if (disputed) return 'disputed';
  const isGoing = returns.some(({ state, amountCents }) => state === 'pending' && amountCents === paidCents);
  if (isGoing) return 'refund_in_progress';
  return back > 0 ? 'partially_refunded' : 'approved';
}

/** What the provider has of a refund that it was asked for, and did not deny. */
export const takenUp = ({ returns }: ProviderCharge, id: string): Return | undefined =>
  returns.find(({ refundId, state }) => refundId === id && state !== 'cancelled');
