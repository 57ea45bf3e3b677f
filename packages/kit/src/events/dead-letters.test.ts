import { expect, it } from 'vitest';
import { reasonOf } from './dead-letters.ts';

it.each([
  ['an error', new Error('no such order'), 'Error: no such order'],
  ['anything else that is thrown', null, 'null'],
  ['a long one, as far as it fits', 'x'.repeat(1_001), 'x'.repeat(1_000)],
])('the reason of a dead letter is %s', (_which, error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
