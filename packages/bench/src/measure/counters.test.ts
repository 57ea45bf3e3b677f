import { expect, it } from 'vitest';
import { type Counts, shareOf, sumOfCounts } from './counters.ts';

const all = (parts: [string, number][]): Counts => {
  const map = new Map(parts);
  const none = new Map<string, number>();
  return {
    processor: map,
    statements: map,
    transactions: none,
    rows: none,
    roundTrips: none,
    calls: none,
    events: none,
    provider: none,
  };
};

it('takes off what would have been counted at rest, and gives the share of one', () => {
  const counts = all([
    ['identity', 110],
    ['kafka', 3],
  ]);
  const atRest = all([
    ['identity', 1],
    ['kafka', 1],
  ]);

  const { processor, statements } = shareOf(counts, { atRest, seconds: 10, of: 50 });

  expect(processor).toEqual(
    new Map([
      ['identity', 2],
      ['kafka', 0],
    ]),
  );
  expect(statements.get('identity')).toBe(2);
});

it('adds up what several runs had, also what only one of them had', () => {
  const { processor } = sumOfCounts([all([['identity', 1]]), all([['kafka', 2]]), all([['identity', 3]])]);

  expect(processor).toEqual(
    new Map([
      ['identity', 4],
      ['kafka', 2],
    ]),
  );
});
