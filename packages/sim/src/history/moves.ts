import { TOTAL } from '@estampa/orders-payments/domain/money-model-provider';
import type { Random } from '@estampa/stack/random';
import type { Move, Plan } from './people.ts';

const PAID_RIGHT_SHARE = 0.7;

type Kind = {
  /** Those that lead on come more often. */
  weight: number;
  moveOf: (random: Random) => Move;
};

const always = (move: Move) => () => move;

const KINDS = {
  payAtProvider: {
    weight: 4,
    moveOf: (random) => {
      const cents = random.chance(PAID_RIGHT_SHARE) ? TOTAL : TOTAL + random.below(3_000) - 1;
      return (people, orderId) => people.atProvider(orderId, (book, charge) => book.pay(charge, cents));
    },
  },
  decline: {
    weight: 1,
    moveOf: always((people, orderId) => people.atProvider(orderId, (book, charge) => book.decline(charge))),
  },
  dispute: {
    weight: 1,
    moveOf: always((people, orderId) =>
      people.atProvider(orderId, (book, charge) => book.dispute(charge, !charge.disputed)),
    ),
  },
  settleAtProvider: {
    weight: 1,
    moveOf: (random) => {
      const state = random.chance(0.8) ? 'done' : 'cancelled';
      return (people, orderId) => people.atProvider(orderId, (book, charge) => book.settle(charge, state));
    },
  },
  refundAtProvider: {
    weight: 1,
    moveOf: (random) => {
      const given = { refundId: null, attempt: 0, amountCents: 1 + random.below(TOTAL / 2) };
      return (people, orderId) => people.atProvider(orderId, (book, charge) => book.giveBack(charge, given, false));
    },
  },
  moveItem: { weight: 4, moveOf: always((people, orderId) => people.moveItem(orderId)) },
  deliver: { weight: 2, moveOf: always((people, orderId) => people.deliver(orderId)) },
  refund: { weight: 2, moveOf: always((people, orderId) => people.refund(orderId)) },
  refundLine: { weight: 1, moveOf: always((people, orderId) => people.refundLine(orderId)) },
  retry: { weight: 1, moveOf: always((people, orderId) => people.retry(orderId)) },
  cancel: { weight: 1, moveOf: always((people, orderId) => people.cancel(orderId)) },
  pay: { weight: 1, moveOf: always((people, orderId) => people.pay(orderId)) },
  payOut: { weight: 3, moveOf: always((people) => people.payOut()) },
} as const satisfies Record<string, Kind>;

type Topic = { first: readonly Name[]; others: readonly Name[] };
type Name = keyof typeof KINDS;

/** Kinds that act on the same money: among all kinds two of them seldom meet. */
const TOPICS: readonly Topic[] = [
  {
    first: ['payAtProvider'],
    others: ['refund', 'refund', 'refundLine', 'retry', 'settleAtProvider', 'refundAtProvider'],
  },
  { first: [], others: ['cancel', 'payAtProvider', 'payAtProvider', 'pay', 'decline'] },
  { first: ['payAtProvider', 'deliver'], others: ['payOut', 'payOut', 'payOut', 'refundLine', 'dispute'] },
  { first: ['payAtProvider', 'deliver'], others: ['dispute', 'dispute', 'payOut', 'refund', 'moveItem'] },
];
const ENDING = ['cancel', 'cancel', 'payAtProvider', 'pay', 'decline', 'refund'] as const;
const ENDING_MAX = 3;
const FEW = 4;
const FEW_SHARE = 0.2;
const TOPIC_SHARE = 0.5;

/** Some of what ends an order, paid or not. */
export const drawEnding = (random: Random): Plan => ({
  first: [],
  others: Array.from({ length: 1 + random.below(ENDING_MAX) }, () => KINDS[random.oneOf(ENDING)!].moveOf(random)),
});

/** Paid, and refunded as a whole within seconds, so that its invoice may be under way meanwhile. */
export const drawFullRefund = (random: Random): Plan => ({
  first: [(people, orderId) => people.atProvider(orderId, (book, charge) => book.pay(charge))],
  others: [(people, orderId) => people.refund(orderId, true), KINDS.settleAtProvider.moveOf(random)],
});

/** What is done with an order: anything, a few kinds, or those of a topic. */
export function drawPlan(random: Random, count: number): Plan {
  const all: readonly Kind[] = Object.values(KINDS);
  const share = random.next();
  if (share < TOPIC_SHARE) {
    const { first, others } = random.oneOf(TOPICS)!;
    const moveOf = (name: Name) => KINDS[name].moveOf(random);
    return { first: first.map(moveOf), others: Array.from({ length: count }, () => moveOf(random.oneOf(others)!)) };
  }
  const kinds = share < TOPIC_SHARE + FEW_SHARE ? Array.from({ length: FEW }, () => random.oneOf(all)!) : all;
  const weighted = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  return { first: [], others: Array.from({ length: count }, () => random.oneOf(weighted)!.moveOf(random)) };
}
