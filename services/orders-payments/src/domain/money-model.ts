import type { Order } from './order.ts';
import { planCancel, planRefund } from './order-requests.ts';
import { anOrder, NOON } from './ledger-samples.ts';
import { newAttempt } from './new-attempt.ts';
import { backCents, leftCents, newCharge, type ProviderCharge, shown, TOTAL } from './money-model-provider.ts';
import { PaymentAccount } from './payment-account.ts';
import { isOpen, isUnfinished, type Payment, type PaymentSnapshot } from './payment.ts';
import { type Refund, type RefundAnswer } from './refund.ts';
import { simulatedPayment } from './simulated-payment.ts';
import { nextAttempt } from './stray-charge.ts';
import { requestCancel, takeCharge } from './take-charge.ts';
import { type Ledger, newRefund, takeAnswer, takeSnapshot } from './take-snapshot.ts';

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

const SETTINGS = { provider: 'asaas', now: NOON, attemptTimeoutMs: 1_000, recoverAfterMs: 1_000 };

export function newWorld(): World {
  const order: Order = { ...anOrder('pending'), paidAt: null, currentPaymentId: 'p-1' };
  const payment = newAttempt(SETTINGS, order, { id: 'p-1', attempt: 1 });
  return { ledger: { order, payments: [payment], refunds: [] }, charges: [], notices: [], answers: [], ids: 0 };
}

const given = (world: World) => ({ provider: 'asaas', now: NOON, newId: () => `n-${(world.ids += 1)}` });

export const currentOf = ({ order, payments }: Ledger): Payment =>
  payments.find(({ id }) => id === order.currentPaymentId)!;

type Step = (world: World, pick: number) => void;
const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)];
const tell = (world: World, charge: ProviderCharge): void => void world.notices.push(shown(charge));

/** Everything that can happen, by people, providers, networks and crashes. A request that is refused changes nothing. */
export const STEPS: Readonly<Record<string, Step>> = {
  chargeIsMade(world, pick) {
    const payment = at(world.ledger.payments.filter(isUnfinished), pick);
    if (!payment) return;
    world.charges.push(newCharge(`c-${(world.ids += 1)}`, payment.reference));
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
    charge.paidCents = pick % 7 === 0 ? TOTAL - 1 : pick % 11 === 0 ? TOTAL + 2_520 : TOTAL;
    charge.needsPayer = pick % 5 === 0;
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
    if (notice && notice.refundedCents <= backCents(chargeOf(world, notice.paymentId))) {
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
    const account = PaymentAccount.current(ledger);
    const asked = pick % 3 === 0 ? null : 1 + ((pick * 977) % TOTAL);
    const amountCents = orRefused(() =>
      planRefund({ ...ledger, items: [], account }, { amountCents: asked, lines: [] }),
    );
    if (amountCents) begin(world, account.payment, { reason: 'refund', amountCents });
  },
  cancel(world) {
    const { order, payments } = world.ledger;
    const account = PaymentAccount.current(world.ledger);
    const plan = orRefused(() => planCancel(order, account));
    if (!plan) return;
    if (plan.kind === 'give_back') begin(world, account.payment, { reason: 'cancel', amountCents: plan.amountCents });
    order.isClosing = plan.kind !== 'end';
    if (plan.kind !== 'end') return;
    Object.assign(order, { paymentStatus: plan.paymentStatus, isDisputed: false });
    for (const one of payments) requestCancel(one, NOON);
  },
  refundIsAsked: (world, pick) => askFor(world, pick, { isHeard: true }),
  refundIsAskedAnswerLost: (world, pick) => askFor(world, pick, { isHeard: false }),
  /** It says no, and does it all the same. */
  refundIsLiedAbout: (world, pick) => askFor(world, pick, { isHeard: true, isLie: true }),
  refundIsRefused(world, pick) {
    const refund = at(world.ledger.refunds.filter(isWanted), pick);
    if (refund && !isHeardOf(world, refund)) hear(world, refund, { kind: 'refused' });
  },
  providerDoes: (world, pick) => settleReturn(world, pick, 'done'),
  providerDenies: (world, pick) => settleReturn(world, pick, 'cancelled'),
  partIsReturnedByHand(world, pick) {
    const charge = at(
      world.charges.filter((one) => !one.needsPayer && leftCents(one) > 0),
      pick,
    );
    if (!charge) return;
    const amountCents = 1 + ((pick * 977) % leftCents(charge));
    charge.returns.set(`by-hand-${(world.ids += 1)}`, { amountCents, attempt: 0, state: 'done' });
    tell(world, charge);
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

const isWanted = ({ status }: Refund): boolean => status === 'requested';
const isHeardOf = (world: World, refund: Refund): boolean =>
  chargeOf(world, paymentOf(world, refund).providerPaymentId!).returns.get(refund.id)?.attempt === refund.failures;

const hear = (world: World, refund: Refund, answer: RefundAnswer): void =>
  void takeAnswer(world.ledger, refund, answer, given(world));

/** The provider takes up what it is asked for, once for one id and try, and never more than it has. */
function askFor(world: World, pick: number, { isHeard, isLie = false }: { isHeard: boolean; isLie?: boolean }): void {
  const refund = at(world.ledger.refunds.filter(isWanted), pick);
  if (!refund) return;
  const charge = chargeOf(world, paymentOf(world, refund).providerPaymentId!);
  const known = charge.returns.get(refund.id);
  if (!known || known.state === 'cancelled') {
    const { amountCents, failures: attempt } = refund;
    const isPart = charge.needsPayer && amountCents !== charge.paidCents;
    if (amountCents > leftCents(charge) || isPart) return hear(world, refund, { kind: 'refused' });
    const isSlow = charge.needsPayer || pick % 2 === 1;
    charge.returns.set(refund.id, { amountCents, attempt, state: isSlow ? 'pending' : 'done' });
    tell(world, charge);
  }
  if (!isHeard) return;
  if (isLie && !charge.needsPayer) return hear(world, refund, { kind: 'refused' });
  const { state } = charge.returns.get(refund.id)!;
  if (state === 'pending' && charge.needsPayer)
    hear(world, refund, { kind: 'requires_payer_action', url: 'http://payer' });
  else hear(world, refund, { kind: state === 'done' ? 'done' : 'pending', providerRefundId: null });
}

/** What the provider was slow about, or waited for its payer for, ends; a bank slip is waited for and not denied. */
function settleReturn(world: World, pick: number, state: 'done' | 'cancelled'): void {
  const pending = world.charges.flatMap((charge) =>
    [...charge.returns.values()].flatMap((one) => (one.state === 'pending' ? { charge, one } : [])),
  );
  const going = at(pending, pick);
  if (!going || (going.charge.needsPayer && state === 'cancelled')) return;
  going.one.state = state;
  tell(world, going.charge);
}

function orRefused<T>(plan: () => T): T | null {
  try {
    return plan();
  } catch {
    return null;
  }
}

/** What the work of the background brings in the end: every charge is looked at, every refund asked for, and every payer acts. */
export function settleAll(world: World): void {
  for (let round = 0; round < 30; round += 1) {
    while (world.answers.length > 0) STEPS.answerIsHeard!(world, 0);
    for (const charge of world.charges) takeSnapshot(world.ledger, shown(charge), given(world));
    while (world.ledger.payments.some((one) => one.cancelRequestedAt && one.providerPaymentId && isOpen(one)))
      STEPS.jobCancels!(world, 0);
    for (const refund of world.ledger.refunds.filter(isWanted))
      askFor(world, 2 * world.ledger.refunds.filter(isWanted).indexOf(refund), { isHeard: true });
    STEPS.providerDoes!(world, 0);
  }
}
