import { describe, expect, it } from 'vitest';
import { likersOf, likesOf } from './likes.ts';
import { sizeOf } from './world.ts';

describe('likes', () => {
  it.each([1, 100])('of scale %d are as many as said, of no one twice', (scale) => {
    const { artworks, productTypes, customers, likes } = sizeOf(scale);
    const counts = likesOf({ products: artworks * productTypes, customers, likes });

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(likes);
    expect(counts[0]).toBe(customers);
    expect(new Set(likersOf(7, customers, customers)).size).toBe(customers);
  });
});
