import { expect, it } from 'vitest';
import { keysOf, LANES_MAX, producerName } from './relay-lanes.ts';

it.each(Array.from({ length: LANES_MAX - 1 }, (_, more) => more + 2))('%d lanes have each hash once', (of) => {
  const bounds = Array.from({ length: of }, (_, index) =>
    keysOf({ index, of })
      .match(/-?\d+(?= and|$)/g)!
      .map(Number),
  );

  expect([bounds[0]![0], bounds.at(-1)![1]]).toEqual([-(2 ** 31), 2 ** 31 - 1]);
  expect(bounds.slice(1).map(([first]) => first)).toEqual(bounds.slice(0, -1).map(([, last]) => last! + 1));
});

it('one lane has every key, and the name that it had before there were lanes', () => {
  const member = { topicPrefix: 'test.', service: 'catalog' };

  expect(keysOf({ index: 0, of: 1 })).toBe('');
  expect([0, 1, 15].map((lane) => producerName(member, lane))).toEqual([
    'test.catalog-outbox',
    'test.catalog-outbox-1',
    'test.catalog-outbox-15',
  ]);
});
