import { expect, it } from 'vitest';
import { partOf } from './parts.ts';

it.each([
  [0, 0],
  [99, 0],
  [100, 1],
  [4_999, 49],
])('variant %i stands in part %i', (n, part) => {
  expect(partOf(n)).toBe(part);
});
