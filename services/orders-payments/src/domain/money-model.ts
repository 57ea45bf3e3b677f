import type { Order } from './order.ts';
import { planCancel, planRefund } from './order-requests.ts';
import { anOrder, NOON } from './ledger-samples.ts';
import { newAttempt } from './new-attempt.ts';
import { isOpen, isUnfinished, type Payment, type PaymentSnapshot, type PaymentState } from './payment.ts';
import { isUnderWay, type Refund, returnedCents, takeAnswer } from './refund.ts';
import { settleRefunds } from './settle-refunds.ts';
import { simulatedPayment } from './simulated-payment.ts';
import { nextAttempt } from './stray-charge.ts';
import { requestCancel, takeCharge } from './take-charge.ts';
import { type Ledger, newRefund, takeSnapshot } from './take-snapshot.ts';

/** A charge as a provider keeps it, which is right by definition. */
export type ProviderCharge = {
  id: string;
  reference: string;
  paidCents: number;
  back: Map<string, number>;
  removed: boolean;
  declined: boolean;
  disputed: boolean;
};

/** An order, its provider, and what is on the way between them. */
export type World = {
  ledger: Ledger;
  charges: ProviderCharge[];
  /** Told and not heard yet; heard in any order, twice, or never. */
  notices: PaymentSnapshot[];
  /** Made at the provider, their answers not heard. */
  answers: { paymentId: string; chargeId: string }[];
  ids: number;
};

export const TOTAL = 10_000;
const SETTINGS = { provider: 'asaas', now: NOON, attemptTimeoutMs: 1_000, recoverAfterMs: 1_000 };

export function newWorld(): World {
  const order: Order = { ...anOrder('pending'), paidAt: null, currentPaymentId: 'p-1' };
  const payment = newAttempt(SETTINGS, order, { id: 'p-1', attempt: 1 });
  return { ledger: { order, payments: [payment], refunds: [] }, charges: [], notices: [], answers: [], ids: 0 };
}

const given = (world: World) => ({ provider: 'asaas', now: NOON, newId: () => `n-${(world.ids += 1)}` });
const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, cents) => total + cents, 0);

export const currentOf = ({ order, payments }: Ledger): Payment =>
  payments.find(({ id }) => id === order.currentPaymentId)!;

/** What the provider shows of a charge at this moment. */
export function shown(charge: ProviderCharge): PaymentSnapshot {
  const refundedCents = sum(charge.back.values());
  return {
    paymentId: charge.id,
    reference: charge.reference,
    charge: { preferenceId: charge.id, paymentId: charge.id, initPoint: charge.id, sandboxInitPoint: null },
    state: stateOf(charge, refundedCents),
    rawStatus: '',
    amountCents: charge.paidCents || TOTAL,
    refundedCents,
    refunds: [...charge.back].map(([refundId, amountCents]) => ({
      refundId,
      providerRefundId: null,
      amountCents,
      state: 'done',
    })),
  };
}

function stateOf({ paidCents, removed, declined, disputed }: ProviderCharge, refundedCents: number): PaymentState {
  if (removed) return 'cancelled';
  if (paidCents === 0) return declined ? 'rejected' : 'pending';
  if (refundedCents >= paidCents) return 'refunded';
  if (disputed) return 'disputed';
  return refundedCents > 0 ? 'partially_refunded' : 'approved';
}

type Step = (world: World, pick: number) => void;
const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)];
const tell = (world: World, charge: ProviderCharge): void => void world.notices.push(shown(charge));

/** Everything that can happen, by people, providers, networks and crashes. A request that is refused changes nothing. */
export const STEPS: Readonly<Record<string, Step>> = {
  chargeIsMade(world, pick) {
    const payment = at(world.ledger.payments.filter(isUnfinished), pick);
    if (!payment) return;
    const charge = { reference: payment.reference, paidCents: 0, removed: false, declined: false, disputed: false };
    world.charges.push({ id: `c-${(world.ids += 1)}`, back: new Map(), ...charge });
    world.answers.push({ paymentId: payment.id, chargeId: world.charges.at(-1)!.id });
    tell(world, world.charges.at(-1)!);
  },
  answerIsHeard(world, pick) {
    const answer = at(world.answers, pick);
    if (!answer) return;
    world.answers.splice(world.answers.indexOf(answer), 1);
    const charge = world.charges.find(({ id }) => id === answer.chargeId)!;
    const payment = world.ledger.payments.find(({ id }) => id === answer.paymentId)!;
    // One whose answer comes second is found by its notice.
    if (payment.preferenceId === null) takeCharge({ ...world.ledger, payment, now: NOON }, shown(charge).charge!);
  },
  answerIsLost: (world, pick) => void world.answers.splice(pick % Math.max(world.answers.length, 1), 1),
  buyerPays(world, pick) {
    const charge = at(
      world.charges.filter((one) => !one.removed && one.paidCents === 0),
      pick,
    );
    if (!charge) return;
    charge.paidCents = pick % 7 === 0 ? TOTAL - 1 : TOTAL;
    tell(world, charge);
  },
  buyerIsDeclined(world, pick) {
    const charge = at(
      world.charges.filter((one) => !one.removed && one.paidCents === 0),
      pick,
    );
    if (!charge) return;
    charge.declined = true;
    tell(world, charge);
  },
  buyerDisputes(world, pick) {
    const charge = at(
      world.charges.filter((one) => one.paidCents > 0),
      pick,
    );
    if (!charge) return;
    charge.disputed = !charge.disputed;
    tell(world, charge);
  },
  noticeIsHeard(world, pick) {
    const notice = at(world.notices, pick);
    // Notices are not believed: the provider is asked what is true now.
    const charge = notice && world.charges.find(({ id }) => id === notice.paymentId);
    if (charge) takeSnapshot(world.ledger, shown(charge), given(world));
  },
  staleNoticeIsHeard(world, pick) {
    const notice = at(world.notices, pick);
    // Only a look that began before and ended after another one is as old as this.
    if (notice && notice.refundedCents <= sum(chargeOf(world, notice.paymentId).back.values())) {
      if (notice.state !== 'cancelled') takeSnapshot(world.ledger, notice, given(world));
    }
  },
  noticeIsLost: (world, pick) => void world.notices.splice(pick % Math.max(world.notices.length, 1), 1),
  pay(world) {
    const { order, payments } = world.ledger;
    if (order.paymentStatus !== 'pending' && order.paymentStatus !== 'rejected') return;
    if (payments.some(isUnfinished)) return;
    const attempt = { id: `p-${(world.ids += 1)}`, attempt: nextAttempt(payments) };
    payments.push(newAttempt(SETTINGS, order, attempt));
  },
  devPay(world) {
    const { order, payments } = world.ledger;
    if (order.paymentStatus !== 'pending' && order.paymentStatus !== 'rejected') return;
    const attempt = { id: `p-${(world.ids += 1)}`, attempt: nextAttempt(payments), now: NOON };
    const payment = simulatedPayment(order, attempt);
    for (const other of payments) requestCancel(other, NOON);
    payments.push(payment);
    Object.assign(order, { paymentStatus: 'approved', paidAt: NOON, currentPaymentId: payment.id });
  },
  refund(world, pick) {
    const { ledger } = world;
    const payment = currentOf(ledger);
    const asked = pick % 3 === 0 ? null : 1 + ((pick * 977) % TOTAL);
    const amountCents = orRefused(() => planRefund({ ...ledger, payment }, asked));
    if (amountCents) begin(world, payment, { reason: 'refund', amountCents });
  },
  cancel(world) {
    const { ledger } = world;
    const payment = currentOf(ledger);
    const plan = orRefused(() => planCancel({ ...ledger, payment }));
    if (plan?.kind === 'give_back') begin(world, payment, { reason: 'cancel', amountCents: plan.amountCents });
    if (plan?.kind !== 'end') return;
    Object.assign(ledger.order, { paymentStatus: plan.paymentStatus, isDisputed: false });
    for (const one of ledger.payments) requestCancel(one, NOON);
  },
  refundIsDone: (world, pick) => giveBack(world, pick, true),
  refundIsDoneAnswerLost: (world, pick) => giveBack(world, pick, false),
  refundIsRefused(world, pick) {
    const refund = at(world.ledger.refunds.filter(isUnderWay), pick);
    const heard = refund && chargeOf(world, paymentOf(world, refund).providerPaymentId!).back.has(refund.id);
    if (refund && !heard) takeAnswer(refund, { kind: 'refused' }, NOON);
  },
  jobCancels(world, pick) {
    const open = world.ledger.payments.filter((one) => one.cancelRequestedAt && one.providerPaymentId && isOpen(one));
    const payment = at(open, pick);
    if (!payment) return;
    const charge = chargeOf(world, payment.providerPaymentId!);
    if (charge.paidCents === 0) charge.removed = true;
    takeSnapshot(world.ledger, shown(charge), given(world));
  },
  jobLooks(world, pick) {
    const payment = at(
      world.ledger.payments.filter((one) => one.providerPaymentId !== null),
      pick,
    );
    if (payment) takeSnapshot(world.ledger, shown(chargeOf(world, payment.providerPaymentId!)), given(world));
  },
};

const chargeOf = ({ charges }: World, chargeId: string): ProviderCharge => charges.find(({ id }) => id === chargeId)!;
const paymentOf = ({ ledger }: World, { paymentId }: Refund): Payment =>
  ledger.payments.find(({ id }) => id === paymentId)!;

function begin(world: World, payment: Payment, wanted: Pick<Refund, 'reason' | 'amountCents'>): void {
  world.ledger.refunds.push(newRefund(payment, wanted, { id: `r-${(world.ids += 1)}`, dueAt: NOON, now: NOON }));
}

/** The provider gives back what it is asked for, once for one id, and never more than it has. */
function giveBack(world: World, pick: number, isHeard: boolean): void {
  const refund = at(world.ledger.refunds.filter(isUnderWay), pick);
  if (!refund) return;
  const payment = paymentOf(world, refund);
  const charge = chargeOf(world, payment.providerPaymentId!);
  const left = charge.paidCents - sum(charge.back.values());
  if (!charge.back.has(refund.id)) {
    if (refund.amountCents > left) return takeAnswer(refund, { kind: 'refused' }, NOON);
    charge.back.set(refund.id, refund.amountCents);
    tell(world, charge);
  }
  if (!isHeard) return;
  takeAnswer(refund, { kind: 'done', providerRefundId: null }, NOON);
  payment.refundedCents = returnedCents(payment, world.ledger.refunds);
  settleRefunds(world.ledger.order, payment, world.ledger.refunds);
}

function orRefused<T>(plan: () => T): T | null {
  try {
    return plan();
  } catch {
    return null;
  }
}

/** What the work of the background brings in the end: every charge is looked at, every refund asked for. */
export function settleAll(world: World): void {
  for (let round = 0; round < 10; round += 1) {
    while (world.answers.length > 0) STEPS.answerIsHeard!(world, 0);
    for (const charge of world.charges) takeSnapshot(world.ledger, shown(charge), given(world));
    while (world.ledger.payments.some((one) => one.cancelRequestedAt && one.providerPaymentId && isOpen(one)))
      STEPS.jobCancels!(world, 0);
    while (world.ledger.refunds.some(isUnderWay)) STEPS.refundIsDone!(world, 0);
  }
}
