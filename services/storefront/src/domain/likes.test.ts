import { expect, it } from 'vitest';
import { countsLikes } from './likes.ts';

it.each([
  ['active', false, true],
  ['draft', false, true],
  ['archived', false, false],
  ['active', true, false],
])('likes of a product that is %s (gone: %s) count: %s', (status, deleted, expected) => {
  expect(countsLikes({ sellerProduct: { status }, deleted })).toBe(expected);
});
