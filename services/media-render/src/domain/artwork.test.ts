import { describe, expect, it } from '@jest/globals';
import { checkedSlug, checkedTitle, firstFreeSlug, mustBeNextVersion, slugOf } from './artwork.ts';

describe('slugOf', () => {
  it.each([
    ['Pôr do Sol!', 'por-do-sol'],
    ['  --A  B--  ', 'a-b'],
    ['日本', 'artwork'],
    ['x'.repeat(200), 'x'.repeat(100)],
    [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
  ])('of %j is %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });
});

describe('firstFreeSlug', () => {
  it.each([
    ['fox', [], 'fox'],
    ['fox', ['foxes', 'fox-2'], 'fox'],
    ['fox', ['fox'], 'fox-2'],
    ['fox', ['fox', 'fox-2', 'fox-3'], 'fox-4'],
    ['x'.repeat(100), ['x'.repeat(100)], `${'x'.repeat(98)}-2`],
  ])('of %s beside %j is %s', (slug, taken, free) => {
    expect(firstFreeSlug(slug, new Set(taken))).toBe(free);
  });
});

describe('checkedSlug', () => {
  it('is lower-cased', () => {
    expect(checkedSlug('My-Slug-9')).toBe('my-slug-9');
  });

  it.each(['', 'a b', 'ação', 'x'.repeat(101)])('refuses %j', (slug) => {
    expect(() => checkedSlug(slug)).toThrow(expect.objectContaining({ reason: 'validation_failed' }));
  });
});

describe('checkedTitle', () => {
  it.each(['x', '🦊'.repeat(200)])('takes 1 to 200 characters', (title) => {
    expect(checkedTitle(title)).toBe(title);
  });

  it.each(['', 'x'.repeat(201)])('refuses any other length', (title) => {
    expect(() => checkedTitle(title)).toThrow(expect.objectContaining({ reason: 'validation_failed' }));
  });
});

describe('mustBeNextVersion', () => {
  it.each([
    [1, null],
    [2, { fileVersion: 1 }],
  ])('takes version %d after %j', (fileVersion, artwork) => {
    expect(() => mustBeNextVersion(fileVersion, artwork)).not.toThrow();
  });

  it.each([
    [1, { fileVersion: 1 }],
    [2, { fileVersion: 2 }],
    [2, { fileVersion: 5 }],
  ])('refuses version %d after %j', (fileVersion, artwork) => {
    expect(() => mustBeNextVersion(fileVersion, artwork)).toThrow(expect.objectContaining({ kind: 'conflict' }));
  });
});
