import { expect, it } from 'vitest';
import { isReplaced, servingIn } from './pods.ts';

const pod = (name: string, ready: string, deletionTimestamp?: string) => ({
  metadata: { name, ...(deletionTimestamp && { deletionTimestamp }) },
  status: { conditions: [{ type: 'Ready', status: ready }] },
});

it('who is not ready, has no word yet or is on the way out does not serve', () => {
  const items = [
    pod('leaving', 'True', '2026-01-01T00:00:00Z'),
    pod('starting', 'False'),
    { metadata: { name: 'new' } },
    pod('serving', 'True'),
  ];

  expect(servingIn({ items })).toEqual(['serving']);
});

it.each([
  [['a', 'b'], ['b'], false],
  [['a', 'b'], ['a', 'b'], false],
  [['a', 'b'], ['b', 'c'], true],
  [['a'], ['a', 'c'], false],
  [['a'], ['c'], true],
  [['a'], [], false],
])('of %j the first is replaced when %j serve: %s', (before, now, expected) => {
  expect(isReplaced('a', before, now)).toBe(expected);
});
