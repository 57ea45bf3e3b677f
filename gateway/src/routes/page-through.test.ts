import { expect, it } from 'vitest';
import { upTo } from './page-through.ts';

const LIMIT = 100;
const MAX = 1_000;

it.each([
  [0, 1],
  [99, 1],
  [100, 1],
  [101, 2],
  [1_000, 10],
  [1_001, 10],
])('takes at most 1,000 of %i items, in %i pages', async (total, pages) => {
  const all = Array.from({ length: total }, (_, index) => index);
  let requested = 0;

  const listed = await upTo(MAX, LIMIT, async ({ skip, limit }) => {
    requested += 1;
    return { items: all.slice(skip, skip + limit), total };
  });

  expect(listed).toEqual({ found: all.slice(0, MAX), total });
  expect(requested).toBe(pages);
});
