import { ENDINGS } from './money-model-refunds.ts';
import { backCents, retainedCents, type ProviderCharge, shown, takenUp, TOTAL } from './money-model-provider.ts';
import { NOON } from './ledger-samples.ts';
import { settleAll, STEPS } from './money-model.ts';
import { currentOf, newWorld, payingCharge, type World } from './money-model-world.ts';
import { planCancel, planRefund } from './order-requests.ts';
import { NEXT, type PaymentStatus } from './order.ts';
import { nextTask } from './payment.ts';
import { PaymentAccount } from './payment-account.ts';
import { isRequested, isUnderWay, type Refund } from './refund.ts';

export type Move = { name: string; pick: number };

/** The state after a history. */
export function worldAfter(moves: readonly Move[]): World {
  const world = newWorld();
  for (const { name, pick } of moves) STEPS[name]!(world, pick);
  return world;
}

/** Runs a history and, from its end, each of its possible endings; returns the violated invariant, or null. */
export function wrongOf(moves: readonly Move[]): string | null {
  const world = newWorld();
  for (const { name, pick } of moves) {
    const before = world.ledger.order.paymentStatus;
    STEPS[name]!(world, pick);
    const wrong = wrongStep(before, world.ledger.order.paymentStatus) ?? wrongAlways(world);
    if (wrong) return `after ${name}: ${wrong}`;
  }
  for (const ending of ENDINGS) {
    const end = structuredClone(world);
    settleAll(end, ending);
    const wrong = wrongAlways(end) ?? wrongAtRest(end);
    if (wrong) return `when all that is under way is ${ending}: ${wrong}`;
  }
  return null;
}

/** Transitions of the state table; a late approval can come with its refund. */
export function wrongStep(before: PaymentStatus, after: PaymentStatus): string | null {
  const isReached = after === before || NEXT[before].includes(after);
  const byApproval = NEXT[before].includes('approved') && after === 'refunded';
  return isReached || byApproval ? null : `${before} became ${after}`;
}

/** Invariants of every state. */
export function wrongAlways(world: World): string | null {
  const { order, payments } = world.ledger;
  for (const charge of world.charges) {
    if (backCents(charge) > charge.paidCents) return `${charge.id} gave back more than was paid`;
  }
  if (order.totalRefundedCents > order.totalCents) return 'more than the total is refunded';
  if (order.paymentStatus === 'approved' && order.paidAt === null) return 'approved and not paid';
  if (order.paymentStatus === 'cancelled' && order.paidAt !== null) return 'cancelled and paid';
  if (new Set(payments.map(({ attempt }) => attempt)).size < payments.length) return 'two attempts with one number';
  if (order.isClosing && order.paymentStatus !== 'approved') return 'being cancelled and ended';
  const ids = payments.flatMap(({ providerPaymentId }) => providerPaymentId ?? []);
  if (new Set(ids).size < ids.length) return 'a charge that two payments have';

  const paying = payingCharge(world);
  if (!paying) return null;
  const back = backCents(paying) + paying.elsewhereCents;
  if (order.totalRefundedCents > back) return `${order.totalRefundedCents} are shown as refunded, ${back} are back`;
  const isEnded = order.paymentStatus === 'refunded';
  return isEnded && back === 0 ? 'it ended as refunded before the provider gave anything back' : null;
}

/** Invariants once everything has been received and done: the money is where it belongs, and the order can continue. */
export function wrongAtRest(world: World): string | null {
  const { order, refunds } = world.ledger;
  if (refunds.some(isUnderWay)) return 'a refund never ends';
  const paying = payingCharge(world);
  for (const charge of world.charges) {
    if (shown(charge, NOON).state === 'disputed' && !isCheckedAfter(world, charge))
      return 'nobody sees how a dispute ends';
    if (charge.disputed) continue;
    const wrong = charge === paying ? wrongOfPaying(world, charge) : wrongOfOther(world, charge);
    if (wrong) return wrong;
    const { state } = shown(charge, NOON);
    if ((state === 'pending' || state === 'rejected') && !['pending', 'rejected'].includes(order.paymentStatus))
      return `${charge.id} can still be paid though the order is ${order.paymentStatus}`;
  }
  const mayBePaid = ['pending', 'rejected'].includes(order.paymentStatus);
  const isPaid = world.charges.some(({ paidCents, returns }) => paidCents >= TOTAL && returns.length === 0);
  return mayBePaid && isPaid ? 'the order waits for money that came' : null;
}

const isCheckedAfter = ({ ledger }: World, { id }: ProviderCharge): boolean =>
  ledger.payments.some((one) => one.providerPaymentId === id && nextTask(one, ledger.order)?.kind === 'check_charge');

/** Money for people to handle: it is not the order's and could not be refunded. */
const listedCents = ({ ledger }: World, charge: ProviderCharge): number =>
  ledger.refunds
    .filter((one) => one.status === 'failed' && !isRequested(one))
    .filter(({ paymentId }) =>
      ledger.payments.some((one) => one.id === paymentId && one.providerPaymentId === charge.id),
    )
    .reduce((sum, { amountCents }) => sum + amountCents, 0);

function wrongOfOther(world: World, charge: ProviderCharge): string | null {
  const silent = retainedCents(charge) - listedCents(world, charge);
  return silent > 0 ? `${charge.id} keeps ${silent} that is not the order's, in silence` : null;
}

/** Invariants of the charge that paid the order. */
function wrongOfPaying(world: World, charge: ProviderCharge): string | null {
  const { order, refunds } = world.ledger;
  if (charge.paidCents < TOTAL) return 'the order was approved by too little';
  const due = TOTAL - order.totalRefundedCents;
  const stored = retainedCents(charge);
  const listed = listedCents(world, charge);
  const silent = stored - due - listed;
  if (silent > 0) return `${silent} of ${charge.id} are kept beyond the order's ${due}, in silence`;
  if (stored < due) return `${order.totalRefundedCents} are shown as refunded, ${backCents(charge)} are`;
  if (order.isClosing) return 'it is being cancelled for ever';

  if (order.paymentStatus === 'refunded' && stored > listed) {
    const { promised } = world;
    if (promised?.chargeId === charge.id && charge.elsewhereCents === 0)
      return `it was cancelled when ${promised.cents} were to go back, and ${stored} are kept`;
    const isPartMeant = ({ id, reason }: Refund) =>
      reason === 'refund' && (takenUp(charge, id)?.state === 'done' || charge.elsewhereCents > 0);
    if (!refunds.some(isPartMeant) && !charge.returns.some(({ refundId }) => refundId === null))
      return `cancelling kept ${stored} though nobody was given a part back before`;
  }
  if (order.paymentStatus !== 'approved') return null;
  const account = PaymentAccount.of(currentOf(world.ledger), refunds);
  if (planRefund({ order, items: [], account }, { amountCents: null, lines: [] }).amountCents < due)
    return 'what was denied cannot be asked for again';
  return planCancel(order, account).kind === 'wait' ? 'nothing is under way, and cancelling waits for it' : null;
}

/** Minimises a failing history by leaving out single moves. */
export function shortest(moves: readonly Move[]): readonly Move[] {
  for (let index = 0; index < moves.length; index += 1) {
    const fewer = moves.toSpliced(index, 1);
    if (wrongOf(fewer) !== null) return shortest(fewer);
  }
  return moves;
}
