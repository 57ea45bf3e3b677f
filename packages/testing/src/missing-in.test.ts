import { expect, it } from 'vitest';
import { missingIn } from './missing-in.ts';

it.each([
  ['the same', { a: [1, { b: null }] }, { a: [1, { b: null }] }, null],
  ['a field more', { a: 1 }, { a: 1, b: 2 }, null],
  ['a field less', { a: 1, b: 2 }, { a: 1 }, 'response.b was 2 and is undefined'],
  ['another value', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, 'response.a.1.b was 2 and is 3'],
  ['an entry more', { a: [1] }, { a: [1, 2] }, 'response.a had 1 entries and has 2'],
  ['an object for a list', { a: [] }, { a: {} }, 'response.a was [] and is {}'],
  ['null for an object', { a: {} }, { a: null }, 'response.a was {} and is null'],
])('%s', (_, before, after, missing) => {
  expect(missingIn(before, after)).toBe(missing);
});
