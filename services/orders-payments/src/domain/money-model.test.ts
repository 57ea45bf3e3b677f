import { expect, it } from '@jest/globals';
import { randomNumbers } from '@estampa/testing/random-numbers';
import { currentOf, newWorld, settleAll, STEPS, type World } from './money-model.ts';
import { backCents, keptCents, type ProviderCharge, shown, TOTAL } from './money-model-provider.ts';
import { planCancel, planRefund } from './order-requests.ts';
import { NEXT, type PaymentStatus } from './order.ts';
import { PaymentAccount } from './payment-account.ts';
import { isAsked, isUnderWay } from './refund.ts';

const SEQUENCES = 5_000;
const STEPS_MAX = 40;
const SEED = 20_261_122;

type Move = { name: string; pick: number };
const NAMES = Object.keys(STEPS);

/** Goes through a sequence; tells what is wrong with where it leads, or null. */
function wrongOf(moves: readonly Move[]): string | null {
  const world = newWorld();
  let before = world.ledger.order.paymentStatus;
  for (const { name, pick } of moves) {
    STEPS[name]!(world, pick);
    const after = world.ledger.order.paymentStatus;
    const wrong = wrongStep(before, after) ?? wrongAlways(world);
    if (wrong) return `after ${name}: ${wrong}`;
    before = after;
  }
  settleAll(world);
  return wrongAlways(world) ?? wrongAtRest(world);
}

/** What the specification's table of states lets follow; a late approval can come together with its refund. */
function wrongStep(before: PaymentStatus, after: PaymentStatus): string | null {
  const isReached = after === before || NEXT[before].includes(after);
  const byApproval = NEXT[before].includes('approved') && after === 'refunded';
  return isReached || byApproval ? null : `${before} became ${after}`;
}

/** Holds at every moment. */
function wrongAlways({ ledger, charges }: World): string | null {
  const { order, payments } = ledger;
  for (const charge of charges) {
    if (backCents(charge) > charge.paidCents) return `${charge.id} gave back more than was paid`;
  }
  if (order.totalRefundedCents > order.totalCents) return 'more than the total is refunded';
  if (order.paymentStatus === 'approved' && order.paidAt === null) return 'approved and not paid';
  if (order.paymentStatus === 'cancelled' && order.paidAt !== null) return 'cancelled and paid';
  if (new Set(payments.map(({ attempt }) => attempt)).size < payments.length) return 'two attempts with one number';
  if (order.isClosing && order.paymentStatus !== 'approved') return 'being cancelled and ended';
  const ids = payments.flatMap(({ providerPaymentId }) => providerPaymentId ?? []);
  return new Set(ids).size < ids.length ? 'a charge that two payments have' : null;
}

/** Holds once everything is heard and done: whose money is where. */
function wrongAtRest(world: World): string | null {
  const { order, refunds } = world.ledger;
  const { charges } = world;
  if (refunds.some(isUnderWay)) return 'a refund never ends';
  const paying = currentOf(world.ledger);
  for (const charge of charges) {
    if (charge.disputed) continue;
    const isCounted = order.paidAt !== null && paying.providerPaymentId === charge.id;
    const wrong = isCounted ? wrongOfPaying(world, charge) : wrongOfOther(world, charge);
    if (wrong) return wrong;
    const state = shown(charge).state;
    if ((state === 'pending' || state === 'rejected') && !['pending', 'rejected'].includes(order.paymentStatus))
      return `${charge.id} can still be paid though the order is ${order.paymentStatus}`;
  }
  const mayBePaid = ['pending', 'rejected'].includes(order.paymentStatus);
  const isPaid = charges.some(({ paidCents, returns }) => paidCents >= TOTAL && returns.size === 0);
  return mayBePaid && isPaid ? 'the order waits for money that came' : null;
}

/** Listed for people: money that is not the order's and could not be given back. */
const listedCents = ({ ledger }: World, charge: ProviderCharge): number =>
  ledger.refunds
    .filter((one) => one.status === 'failed' && !isAsked(one))
    .filter(({ paymentId }) =>
      ledger.payments.some((one) => one.id === paymentId && one.providerPaymentId === charge.id),
    )
    .reduce((sum, { amountCents }) => sum + amountCents, 0);

function wrongOfOther(world: World, charge: ProviderCharge): string | null {
  const silent = keptCents(charge) - listedCents(world, charge);
  return silent > 0 ? `${charge.id} keeps ${silent} that is not the order's, in silence` : null;
}

/** Of the charge that paid the order. */
function wrongOfPaying(world: World, charge: ProviderCharge): string | null {
  const { order, refunds } = world.ledger;
  if (charge.paidCents < TOTAL) return 'the order was approved by too little';
  const due = TOTAL - order.totalRefundedCents;
  const silent = keptCents(charge) - due - listedCents(world, charge);
  if (silent > 0) return `${silent} of ${charge.id} are kept beyond the order's ${due}, in silence`;
  if (keptCents(charge) < due) return `${order.totalRefundedCents} are shown as refunded, ${backCents(charge)} are`;
  if (order.isClosing) return 'it is being cancelled for ever';

  if (order.paymentStatus === 'refunded' && keptCents(charge) > 0) {
    if (backCents(charge) === 0) return 'it ended as refunded and nothing went back';
    const isPartMeant = refunds.some((one) => one.reason === 'refund') || [...charge.returns.keys()].some(isByHand);
    if (!isPartMeant) return `cancelling kept ${keptCents(charge)} though nobody refunded a part before`;
  }
  if (order.paymentStatus !== 'approved') return null;
  const account = PaymentAccount.of(currentOf(world.ledger), refunds);
  if (planRefund({ order, items: [], account }, { amountCents: null, lines: [] }) < due)
    return 'what was denied cannot be asked for again';
  return planCancel(order, account).kind === 'wait' ? 'nothing is under way, and cancelling waits for it' : null;
}

const isByHand = (refundId: string): boolean => refundId.startsWith('by-hand');

/** The same failure by as few moves as leaving out single ones leads to. */
function shortest(moves: readonly Move[]): readonly Move[] {
  for (let index = 0; index < moves.length; index += 1) {
    const fewer = moves.toSpliced(index, 1);
    if (wrongOf(fewer) !== null) return shortest(fewer);
  }
  return moves;
}

it(`keeps to the states and to the cent in ${SEQUENCES} random histories of requests, notices, losses and crashes`, () => {
  const random = randomNumbers(SEED);
  const reached = new Set<PaymentStatus>();
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const length = 1 + Math.floor(random() * STEPS_MAX);
    const moves = Array.from({ length }, () => ({
      name: NAMES[Math.floor(random() * NAMES.length)]!,
      pick: Math.floor(random() * 1_000),
    }));
    if (wrongOf(moves) !== null) {
      const few = shortest(moves);
      throw new Error(`${wrongOf(few)}: ${few.map(({ name, pick }) => `${name}(${pick})`).join(', ')}`);
    }
    const world = newWorld();
    for (const { name, pick } of moves) STEPS[name]!(world, pick);
    reached.add(world.ledger.order.paymentStatus);
  }
  expect([...reached].toSorted()).toEqual(['approved', 'cancelled', 'pending', 'refunded', 'rejected']);
});
