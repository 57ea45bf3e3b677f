import { giveUp, renewRefund, settleByHand } from './end-refund.ts';
import { NOON } from './ledger-samples.ts';
import { leftCents, type ProviderCharge, takenUp } from './money-model-provider.ts';
import { at, chargeOf, given, check, nextId, type Step, notify, type World } from './money-model-world.ts';
import { planCancel, type PlannedRefund, planRefund } from './order-requests.ts';
import { PaymentAccount } from './payment-account.ts';
import type { Refund } from './refund.ts';
import type { RefundResponse } from './refund-response.ts';
import { requestCancel } from './take-charge.ts';
import { newRefund, takeResponse } from './take-snapshot.ts';

/** Steps of money on its way back. */
export const REFUND_STEPS: Readonly<Record<string, Step>> = {
  refund(world, pick) {
    const { ledger } = world;
    const account = PaymentAccount.current(ledger);
    const requested = pick % 3 === 0 ? null : 1 + ((pick * 977) % account.paidCents);
    const planned = orRejected(() =>
      planRefund({ ...ledger, items: [], account }, { amountCents: requested, lines: [] }),
    );
    if (planned) begin(world, { ...planned, reason: 'refund' });
  },
  cancel(world) {
    const { order, payments } = world.ledger;
    const account = PaymentAccount.current(world.ledger);
    const plan = orRejected(() => planCancel(order, account));
    if (!plan) return;
    world.promised = null;
    if (plan.kind === 'give_back') {
      begin(world, { ...plan, reason: 'cancel' });
      const chargeId = plan.payment.providerPaymentId;
      world.promised = { chargeId, cents: chargeOf(world, chargeId).paidCents };
    }
    order.isClosing = plan.kind !== 'end';
    if (plan.kind !== 'end') return;
    Object.assign(order, { paymentStatus: plan.paymentStatus, isDisputed: false });
    for (const one of payments) requestCancel(one, NOON);
  },
  refundIsRequested: (world, pick) =>
    requestFor(world, at(wanted(world), pick), { isReceived: true, isSlow: pick % 2 === 1 }),
  /** The request takes effect after its caller has timed out. */
  refundIsRequestedResponseLost: (world, pick) =>
    requestFor(world, at(wanted(world), pick), { isReceived: false, isSlow: pick % 2 === 1 }),
  /** The provider rejects the request and performs it all the same. */
  refundIsLiedAbout: (world, pick) =>
    requestFor(world, at(wanted(world), pick), { isReceived: true, isSlow: pick % 2 === 1, isLie: true }),
  refundIsRejected(world, pick) {
    const refund = at(wanted(world), pick);
    if (refund && !isKnown(world, refund)) receive(world, refund, { kind: 'rejected' });
  },
  providerDoes: (world, pick) => settleReturn(world, pick, 'done'),
  providerDenies: (world, pick) => settleReturn(world, pick, 'cancelled'),
  adminTriesAgain(world, pick) {
    const { order, refunds } = world.ledger;
    const refund = at(refunds.filter(isFailed), pick);
    if (!refund) return;
    const subject = { order, items: [], account: PaymentAccount.ofRefund(world.ledger, refund) };
    orRejected(() => renewRefund(refund, subject));
  },
  /** The admin has checked the provider before and refunds outside of it. */
  adminSettlesByHand: (world, pick) => settleOneByHand(world, at(world.ledger.refunds.filter(isFailed), pick)),
  adminGivesUp: (world, pick) => giveUpOne(world, at(world.ledger.refunds.filter(isWaiting), pick)),
  partIsReturnedByHand(world, pick) {
    // Otherwise it could not be distinguished from what an admin recorded as refunded outside of the provider.
    const able = world.charges.filter((one) => !one.needsPayer && one.elsewhereCents === 0 && leftCents(one) > 0);
    const charge = at(able, pick);
    if (!charge) return;
    const amountCents = 1 + ((pick * 977) % leftCents(charge));
    charge.returns.push({ id: nextId(world, 'g'), refundId: null, amountCents, attempt: 0, state: 'done' });
    notify(world, charge);
  },
};

const isFailed = ({ status }: Refund): boolean => status === 'failed';
const isWaiting = ({ status }: Refund): boolean => status === 'requires_payer_action';

function giveUpOne(world: World, refund: Refund | undefined): void {
  if (refund) giveUp(world.ledger, refund, 'a note');
}

function settleOneByHand(world: World, refund: Refund | undefined): void {
  if (!refund) return;
  const charge = chargeOfRefund(world, refund);
  // An admin who pays by hand checks the provider's panel first.
  if (takenUp(charge, refund.id) || refund.amountCents > leftCents(charge) - charge.elsewhereCents) return;
  if (charge.returns.some(({ refundId }) => refundId === null)) return;
  check(world, charge);
  const ended = orRejected(() => settleByHand(world.ledger, refund, { note: 'a note', now: NOON }));
  if (!ended) return;
  charge.elsewhereCents += refund.amountCents;
}

const chargeOfRefund = (world: World, refund: Refund): ProviderCharge =>
  chargeOf(world, PaymentAccount.ofRefund(world.ledger, refund).payment.providerPaymentId);

function begin(world: World, { payment, ...wanted }: PlannedRefund & Pick<Refund, 'reason'>): void {
  world.ledger.refunds.push(newRefund(payment, wanted, { id: nextId(world, 'r'), dueAt: NOON, now: NOON }));
}

const wanted = ({ ledger }: World): Refund[] => ledger.refunds.filter(({ status }) => status === 'requested');
const isKnown = (world: World, refund: Refund): boolean =>
  chargeOfRefund(world, refund).returns.some(
    ({ refundId, attempt }) => refundId === refund.id && attempt === refund.failures,
  );

const receive = (world: World, refund: Refund, response: RefundResponse): void =>
  void takeResponse(world.ledger, refund, response, given(world));

type RefundAttempt = { isReceived: boolean; isSlow: boolean; isLie?: boolean };

/** The provider performs a request once for each id and attempt, and never refunds more than is left. */
function requestFor(
  world: World,
  refund: Refund | undefined,
  { isReceived, isSlow, isLie = false }: RefundAttempt,
): void {
  if (!refund) return;
  const charge = chargeOfRefund(world, refund);
  const { id: refundId, amountCents, failures: attempt } = refund;
  const isPart = charge.needsPayer && amountCents !== charge.paidCents;
  // A repeated request for a bank slip returns the same link.
  const isOpenSlip = charge.needsPayer && charge.returns.some(({ state }) => state === 'pending');
  if (isPart) return receive(world, refund, { kind: 'rejected' });
  if (!isOpenSlip && !takenUp(charge, refund.id)) {
    if (amountCents > leftCents(charge)) return receive(world, refund, { kind: 'rejected' });
    const state = charge.needsPayer || isSlow ? 'pending' : 'done';
    charge.returns.push({ id: nextId(world, 'g'), refundId, amountCents, attempt, state });
    notify(world, charge);
  }
  if (!isReceived) return;
  // Where money was also refunded outside of the provider, a lying provider could refund too much without a trace.
  if (isLie && !charge.needsPayer && charge.elsewhereCents === 0) return receive(world, refund, { kind: 'rejected' });
  const taken = takenUp(charge, refund.id) ?? { id: null, state: 'pending', attempt: null };
  if (taken.state === 'pending' && charge.needsPayer)
    receive(world, refund, { kind: 'requires_payer_action', url: 'http://payer' });
  else
    receive(world, refund, {
      kind: taken.state === 'done' ? 'done' : 'pending',
      providerRefundId: charge.isAnonymous ? taken.id : null,
      attempt: taken.attempt,
    });
}

type Going = { charge: ProviderCharge; one: { state: 'pending' | 'done' | 'cancelled' } };
const going = ({ charges }: World): Going[] =>
  charges.flatMap((charge) => charge.returns.flatMap((one) => (one.state === 'pending' ? { charge, one } : [])));

/** Ends a refund that was pending at the provider, its payer or the payer's bank. */
function settleReturn(world: World, pick: number, state: 'done' | 'cancelled'): void {
  const found = at(going(world), pick);
  if (!found) return;
  found.one.state = state;
  notify(world, found.charge);
}

function orRejected<T>(plan: () => T): T | null {
  try {
    return plan();
  } catch {
    return null;
  }
}

/** How pending refunds end, and who ends them. */
export const ENDINGS = ['done', 'denied', 'given up'] as const;
export type Ending = (typeof ENDINGS)[number];

export function settleRefundsOf(world: World, ending: Ending): void {
  for (const refund of wanted(world)) requestFor(world, refund, { isReceived: true, isSlow: ending === 'denied' });
  // The provider's payer does not respond, so an admin ends the refund.
  if (ending === 'given up') for (const refund of world.ledger.refunds.filter(isWaiting)) giveUpOne(world, refund);
  const isLeft = ({ charge }: Going) => ending === 'given up' && charge.needsPayer;
  for (const { one, charge } of going(world).filter((found) => !isLeft(found))) {
    one.state = ending === 'denied' ? 'cancelled' : 'done';
    notify(world, charge);
  }
}
