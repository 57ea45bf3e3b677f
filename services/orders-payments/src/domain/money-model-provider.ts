import type { Charge, PaymentSnapshot, PaymentState, ProviderRefund } from './payment.ts';

export const TOTAL = 10_000;

/** A refund at the provider, which has its own id; `refundId` is ours, null if it was made in the provider's panel. */
type Return = {
  id: string;
  refundId: string | null;
  amountCents: number;
  attempt: number;
  state: ProviderRefund['state'];
};

/** A charge in the provider's books, which are right by definition. */
export type ProviderCharge = {
  id: string;
  reference: string;
  /** The page where the buyer began this payment, at a provider whose pages take several; null elsewhere. */
  page: string | null;
  paidCents: number;
  /** True for a bank slip: it is refunded only in full, after the payer has said where to. */
  needsPayer: boolean;
  /** True if its refunds show only the provider's ids, so that only the response to a request links them to ours. */
  isAnonymous: boolean;
  /** Denied ones stay listed. */
  returns: Return[];
  /** What a person refunded outside of the provider. */
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
/** What can still be refunded. */
export const leftCents = (charge: ProviderCharge): number => charge.paidCents - returnsOf(charge, 'done', 'pending');

/** Where buyers pay, at a provider that creates a payment for each try. */
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

/** The charge as the provider shows it to a request that began at `readAt`. */
export function shown(charge: ProviderCharge, readAt: Date): PaymentSnapshot {
  const refundedCents = backCents(charge);
  return {
    paymentId: charge.id,
    reference: charge.reference,
    charge: charge.page === null ? createdCharge(charge.id, charge.id) : null,
    state: stateOf(charge, refundedCents),
    rawStatus: '',
    amountCents: charge.paidCents || TOTAL,
    refundedCents,
    readAt,
    // Refunds of a bank slip show no id of ours.
    refunds: charge.returns.map(({ id, refundId, amountCents, attempt, state }) => ({
      refundId: isNameless(charge) ? null : refundId,
      attempt: isNameless(charge) || !refundId ? null : attempt,
      providerRefundId: charge.isAnonymous ? id : null,
      amountCents,
      state,
    })),
  };
}

/** The response to the creation of a charge. */
export const createdCharge = (preferenceId: string, paymentId: string | null): Charge => ({
  preferenceId,
  paymentId,
  initPoint: preferenceId,
  sandboxInitPoint: null,
});

/** True if it can still be paid: a declined card ends a payment only where each try is a payment of its own. */
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

/** The refund at the provider with our id, unless it was denied. */
export const takenUp = ({ returns }: ProviderCharge, id: string): Return | undefined =>
  returns.find(({ refundId, state }) => refundId === id && state !== 'cancelled');
