import { expect, it } from 'vitest';
import { randomNumbers } from '@estampa/testing/random-numbers';
import { STEPS } from './money-model.ts';
import { type Move, shortest, worldAfter, wrongOf } from './money-model-invariants.ts';
import type { PaymentStatus } from './order.ts';

const HISTORIES = 5_000;
const MOVES_MAX = 40;
const SEED = 20_261_122;
const PICKS = 1_000;
const BEGUN = ['chargeIsMade', 'responseArrives', 'buyerTriesAtPage'];
/** Most histories begin with a charge, many of them paid, since few random ones would get further. */
const STARTS = [[], BEGUN, [...BEGUN, 'buyerPays', 'webhookIsReceived']];

it(`${HISTORIES} random histories of requests, webhooks, losses and crashes violate no invariant of states and money`, () => {
  const random = randomNumbers(SEED);
  const names = Object.keys(STEPS);
  const reached = new Set<PaymentStatus>();
  for (let history = 0; history < HISTORIES; history += 1) {
    const anything = (): string => names[Math.floor(random() * names.length)]!;
    const further = Array.from({ length: 1 + Math.floor(random() * MOVES_MAX) }, anything);
    const all = [...STARTS[history % STARTS.length]!, ...further];
    const moves = all.map((name): Move => ({ name, pick: Math.floor(random() * PICKS) }));
    if (wrongOf(moves) !== null) {
      const few = shortest(moves);
      const reported = few.map(({ name, pick }) => `${name}(${pick})`).join(', ');
      throw new Error(`${history} of seed ${SEED}: ${wrongOf(few)}: ${reported}`);
    }
    reached.add(worldAfter(moves).ledger.order.paymentStatus);
  }
  expect([...reached].toSorted()).toEqual(['approved', 'cancelled', 'pending', 'refunded', 'rejected']);
});
