import { describe, expect, it } from 'vitest';
import { homePage, shuffled } from './discovery.ts';

it('the home page of an empty marketplace is empty', () => {
  expect(JSON.parse(homePage({ bestsellers: [], curated: [], featured: [] }).text)).toEqual({
    bestsellers: { products: [], total: 0 },
    curated: { artworks: [], total: 0 },
    featuredArtists: { artists: [], total: 0 },
  });
});

describe('shuffled', () => {
  it.each([
    ['the first each time', () => 0, ['a', 'b', 'c']],
    ['the last each time', (count: number) => count - 1, ['c', 'b', 'a']],
  ])('takes %s, and nothing twice', (_what, below, expected) => {
    expect(shuffled(['a', 'b', 'c'], below)).toEqual(expected);
  });

  it('leaves an empty list empty, and does not change its argument', () => {
    const list = ['a', 'b'];
    expect([shuffled([], () => 0), shuffled(list, () => 0), list]).toEqual([[], ['a', 'b'], ['a', 'b']]);
  });
});
