import { TOTAL } from '@estampa/orders-payments/domain/money-model-provider';
import type { Random } from '@estampa/stack/random';
import type { Move } from './people.ts';

/** In half of the histories only so many of the kinds come: what takes several of one kind is rare among all. */
const FEW = 4;
const PAID_RIGHT_SHARE = 0.85;

type Kind = {
  /** Those that lead on come more often. */
  weight: number;
  moveOf: (random: Random) => Move;
};

const always = (move: Move) => () => move;

const KINDS: readonly Kind[] = [
  {
    weight: 4,
    moveOf: (random) => {
      const cents = random.chance(PAID_RIGHT_SHARE) ? TOTAL : TOTAL + random.below(3_000) - 1;
      return (people, orderId) => people.atProvider(orderId, (book, charge) => book.pay(charge, cents));
    },
  },
  {
    weight: 1,
    moveOf: always((people, orderId) => people.atProvider(orderId, (book, charge) => book.decline(charge))),
  },
  {
    weight: 1,
    moveOf: always((people, orderId) =>
      people.atProvider(orderId, (book, charge) => book.dispute(charge, !charge.disputed)),
    ),
  },
  {
    weight: 1,
    moveOf: (random) => {
      const state = random.chance(0.8) ? 'done' : 'cancelled';
      return (people, orderId) => people.atProvider(orderId, (book, charge) => book.settle(charge, state));
    },
  },
  {
    weight: 1,
    moveOf: (random) => {
      const given = { refundId: null, attempt: 0, amountCents: 1 + random.below(TOTAL / 2) };
      return (people, orderId) => people.atProvider(orderId, (book, charge) => book.giveBack(charge, given, false));
    },
  },
  { weight: 4, moveOf: always((people, orderId) => people.moveItem(orderId)) },
  { weight: 2, moveOf: always((people, orderId) => people.deliver(orderId)) },
  { weight: 2, moveOf: always((people, orderId) => people.refund(orderId)) },
  { weight: 1, moveOf: always((people, orderId) => people.refundLine(orderId)) },
  { weight: 1, moveOf: always((people, orderId) => people.retry(orderId)) },
  { weight: 1, moveOf: always((people, orderId) => people.cancel(orderId)) },
  { weight: 1, moveOf: always((people, orderId) => people.pay(orderId)) },
  { weight: 3, moveOf: always((people) => people.payOut()) },
];

/** What is done with one order, in this order. */
export function drawMoves(random: Random, count: number): Move[] {
  const kinds = random.chance(0.5) ? KINDS : Array.from({ length: FEW }, () => random.oneOf(KINDS)!);
  const weighted = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  return Array.from({ length: count }, () => random.oneOf(weighted)!.moveOf(random));
}
