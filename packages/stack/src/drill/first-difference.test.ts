import { expect, it } from 'vitest';
import { firstDifference } from './first-difference.ts';

it.each([
  ['the same', { a: [1, { b: null }] }, { a: [1, { b: null }] }, null],
  ['another value', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, 'a.1.b was 2 and is 3'],
  ['something gone', { a: [1, 2] }, { a: [1] }, 'a.1 was 2 and is undefined'],
  ['something new', {}, { a: 'x' }, 'a was undefined and is "x"'],
  ['null for an object', { a: {} }, { a: null }, 'a was {} and is null'],
  ['an object for a list', { a: {} }, { a: [] }, 'a is another kind of value'],
])('%s', (_, before, after, expected) => {
  expect(firstDifference(before, after)).toBe(expected);
});
