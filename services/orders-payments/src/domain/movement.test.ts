import { describe, expect, it } from 'vitest';
import { matchMovements, type Movement, type MovementKind, type Posted } from './movement.ts';

const NOTHING: Posted = {
  chargedCents: 0,
  chargedBy: null,
  refundedCents: 0,
  refundedBy: null,
  isHeld: false,
  feeCents: 0,
  feeBy: null,
};
const PAID: Posted = { ...NOTHING, chargedCents: 100, chargedBy: 'sale' };
const REFUNDED: Posted = { ...PAID, refundedCents: 30, refundedBy: 'refund' };

const seen = (...movements: [MovementKind, number, Movement['matchedBy']?][]): Movement[] =>
  movements.map(([kind, amountCents, matchedBy = null], place) => ({
    id: String(place),
    kind,
    amountCents,
    matchedBy,
  }));

describe('a movement at a provider', () => {
  it.each<[string, Movement[], Posted, string[]]>([
    ['is the posting of what the buyer paid', seen(['charge', 100]), PAID, ['0 posting sale']],
    ['waits for the posting', seen(['charge', 100]), NOTHING, []],
    ['waits while less is posted than came', seen(['charge', 120]), PAID, []],
    ['waits while more is posted than came', seen(['charge', 80]), PAID, []],
    [
      'is one of two that a refund was posted for at once',
      seen(['charge', 100, 'posting'], ['refund', 10], ['refund', 20]),
      REFUNDED,
      ['1 posting refund', '2 posting refund'],
    ],
    ['waits while its refund is not posted', seen(['charge', 100, 'posting'], ['refund', 30]), PAID, []],
    ['is matched once', seen(['charge', 100, 'posting'], ['refund', 30, 'posting']), REFUNDED, []],
    ['is the order’s beside one that is not', seen(['charge', 100], ['charge', 100]), PAID, ['0 posting sale']],
    ['waits as money that is not the order’s', seen(['charge', 100, 'posting'], ['charge', 100]), PAID, []],
    [
      'is a return once that money is back',
      seen(['charge', 100, 'posting'], ['charge', 100], ['refund', 100]),
      PAID,
      ['1 return ', '2 return '],
    ],
    ['is a return of late money', seen(['charge', 70], ['refund', 70]), NOTHING, ['0 return ', '1 return ']],
    ['waits while a part of late money is back', seen(['charge', 70], ['refund', 50]), NOTHING, []],
    [
      'is a refund of the order though other money waits',
      seen(['charge', 100, 'posting'], ['charge', 50], ['refund', 30]),
      REFUNDED,
      ['2 posting refund'],
    ],
    [
      'is a surplus that went back with a refund of the order',
      seen(['charge', 125], ['refund', 25], ['refund', 30]),
      REFUNDED,
      ['0 posting sale', '1 return ', '2 posting refund'],
    ],
    ['is the fee that was posted', seen(['fee', 2]), { ...PAID, feeCents: 2, feeBy: 'fee' }, ['0 posting fee']],
    ['waits as a fee that is not posted', seen(['charge', 100, 'posting'], ['fee', 2]), PAID, []],
    [
      'is the fee of late money that went back, which nobody gives back',
      seen(['charge', 70], ['fee', 2], ['refund', 70]),
      NOTHING,
      ['0 return ', '1 return ', '2 return '],
    ],
    ['came and was not there after all', seen(['charge', 60], ['charge', -60]), NOTHING, ['0 return ', '1 return ']],
    ['holds what is contested', seen(['dispute', 100]), { ...PAID, isHeld: true }, ['0 hold ']],
    ['waits until what is contested is held', seen(['dispute', 100]), PAID, []],
    ['holds nothing any more', seen(['dispute', 100], ['dispute', -100]), PAID, ['0 hold ', '1 hold ']],
  ])('%s', (_case, movements, posted, expected) => {
    const matches = matchMovements(movements, posted);

    expect(matches.map((one) => `${one.movementId} ${one.matchedBy} ${one.transactionId ?? ''}`)).toEqual(expected);
  });
});
