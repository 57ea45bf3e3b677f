import { expect, it } from '@jest/globals';
import { randomNumbers } from '@estampa/testing/random-numbers';
import { currentOf, newWorld, settleAll, shown, STEPS, TOTAL, type World } from './money-model.ts';
import { NEXT, type PaymentStatus } from './order.ts';
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

const cents = (amounts: Iterable<number>): number => [...amounts].reduce((total, one) => total + one, 0);

/** Holds at every moment. */
function wrongAlways({ ledger, charges }: World): string | null {
  const { order, payments } = ledger;
  for (const charge of charges) {
    if (cents(charge.back.values()) > charge.paidCents) return `${charge.id} gave back more than was paid`;
  }
  if (order.totalRefundedCents > order.totalCents) return 'more than the total is refunded';
  if (order.paymentStatus === 'approved' && order.paidAt === null) return 'approved and not paid';
  if (order.paymentStatus === 'cancelled' && order.paidAt !== null) return 'cancelled and paid';
  if (new Set(payments.map(({ attempt }) => attempt)).size < payments.length) return 'two attempts with one number';
  const ids = payments.flatMap(({ providerPaymentId }) => providerPaymentId ?? []);
  return new Set(ids).size < ids.length ? 'a charge that two payments have' : null;
}

/** Holds once everything is heard and done: whose money is where. */
function wrongAtRest({ ledger, charges }: World): string | null {
  const { order, refunds } = ledger;
  if (refunds.some(isUnderWay)) return 'a refund never ends';
  const paying = currentOf(ledger);
  for (const charge of charges) {
    if (charge.disputed) continue;
    const kept = charge.paidCents - cents(charge.back.values());
    const isCounted = order.paidAt !== null && paying.providerPaymentId === charge.id;
    const isGivenUp = refunds.some((one) => one.status === 'failed' && !isAsked(one));
    if (kept > 0 && !isCounted && !isGivenUp) return `${charge.id} keeps ${kept} that is not the order's`;
    if (isCounted && charge.paidCents < TOTAL) return 'the order was approved by too little';
    if (isCounted && order.totalRefundedCents !== Math.min(cents(charge.back.values()), TOTAL))
      return `${order.totalRefundedCents} are shown as refunded, ${cents(charge.back.values())} are`;
    const state = shown(charge).state;
    if ((state === 'pending' || state === 'rejected') && !['pending', 'rejected'].includes(order.paymentStatus))
      return `${charge.id} can still be paid though the order is ${order.paymentStatus}`;
  }
  const mayBePaid = ['pending', 'rejected'].includes(order.paymentStatus);
  const isPaid = charges.some(({ paidCents, back }) => paidCents === TOTAL && back.size === 0);
  return mayBePaid && isPaid ? 'the order waits for money that came' : null;
}

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
