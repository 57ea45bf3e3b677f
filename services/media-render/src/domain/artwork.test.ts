import { describe, expect, it } from 'vitest';
import {
  checkedChange,
  checkedSlug,
  checkedTitle,
  firstFreeSlug,
  mustBeNextVersion,
  mustBeWithinQuota,
  mustHaveOpenUploadLeft,
  OPEN_UPLOADS_MAX,
  scaleForNewFile,
  slugFrom,
  type WantedArtworkChange,
} from './artwork.ts';

describe('slugFrom', () => {
  it.each([
    ['Pôr do Sol!', 'por-do-sol'],
    ['  --A  B--  ', 'a-b'],
    ['日本', 'artwork'],
    ['x'.repeat(200), 'x'.repeat(100)],
    [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
  ])('of %j is %s', (title, slug) => {
    expect(slugFrom(title)).toBe(slug);
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

  it.each(['', 'a b', 'ação', 'x'.repeat(101)])('rejects %j', (slug) => {
    expect(() => checkedSlug(slug)).toThrow(expect.objectContaining({ reason: 'validation_failed' }));
  });
});

describe('checkedTitle', () => {
  it.each(['x', '🦊'.repeat(200)])('takes 1 to 200 characters', (title) => {
    expect(checkedTitle(title)).toBe(title);
  });

  it.each(['', 'x'.repeat(201)])('rejects any other length', (title) => {
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
  ])('rejects version %d after %j', (fileVersion, artwork) => {
    expect(() => mustBeNextVersion(fileVersion, artwork)).toThrow(expect.objectContaining({ kind: 'conflict' }));
  });
});

describe('scaleForNewFile', () => {
  it.each([
    ['a file of twice the size', [100, 200], [200, 400], 0.5],
    ['a smaller one', [300, 300], [100, 100], 3],
    ['one exactly 1 % wider', [100, 100], [101, 100], 100 / 101],
    ['one exactly 1 % narrower', [100, 100], [99, 100], 100 / 99],
    ['one a little more than 1 % wider', [1_000, 1_000], [1_011, 1_000], null],
    ['one turned by a quarter', [100, 200], [200, 100], null],
  ] as const)('for %s', (_what, [width, height], [newWidth, newHeight], factor) => {
    const scale = scaleForNewFile({ widthPx: width, heightPx: height }, { widthPx: newWidth, heightPx: newHeight });
    expect(scale).toBe(factor);
  });
});

describe('mustBeWithinQuota', () => {
  it('takes what fills it to the byte, and rejects one more', () => {
    expect(() => mustBeWithinQuota({ used: 60, added: 40, limit: 100 })).not.toThrow();
    expect(() => mustBeWithinQuota({ used: 60, added: 41, limit: 100 })).toThrow(
      expect.objectContaining({
        reason: 'quota_exceeded',
        details: { members: { usedBytes: '60', openBytes: '0', limitBytes: '100' } },
      }),
    );
    expect(() => mustBeWithinQuota({ used: 30, open: 30, added: 40, limit: 100 })).not.toThrow();
    expect(() => mustBeWithinQuota({ used: 30, open: 30, added: 41, limit: 100 })).toThrow('open uploads 30');
  });
});

describe('a change of an artwork', () => {
  const all = { title: 'Sunset', slug: 'Sun-Set', description: 'D', tags: ['a', 'b', 'a'], status: 'inactive' };

  it('has what was named, as it is stored', () => {
    expect(checkedChange(all)).toEqual({ ...all, slug: 'sun-set', tags: ['a', 'b'] });
    expect(checkedChange({})).toEqual({});
    expect(checkedChange({ description: null, tags: [] })).toEqual({ description: null, tags: [] });
  });

  it.each<[string, WantedArtworkChange]>([
    ['description', { description: '😀'.repeat(5_000) }],
    ['tags', { tags: Array.from({ length: 20 }, (_none, at) => `${at}`) }],
    ['tags', { tags: ['😀'.repeat(50)] }],
  ])('may have as much as that: %s', (_field, change) => {
    expect(checkedChange(change)).toEqual(change);
  });

  it.each<[string, string, WantedArtworkChange]>([
    ['title', 'invalid_length', { title: '' }],
    ['title', 'invalid_length', { title: 'x'.repeat(201) }],
    ['slug', 'invalid_format', { slug: 'a b' }],
    ['slug', 'invalid_format', { slug: '' }],
    ['description', 'invalid_length', { description: 'x'.repeat(5_001) }],
    ['tags', 'invalid', { tags: Array.from({ length: 21 }, (_none, at) => `${at}`) }],
    ['tags', 'invalid', { tags: ['a', ''] }],
    ['tags', 'invalid', { tags: ['x'.repeat(51), 'a'] }],
    ['status', 'invalid_value', { status: 'gone' }],
  ])('is rejected for its %s: %s', (path, code, change) => {
    const fields = [{ path, code, message: expect.any(String) as string }];

    expect(() => checkedChange(change)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        reason: 'validation_failed',
        message: expect.stringMatching(`^${path} (?:must|takes)`),
        details: { fields },
      }),
    );
  });
});

it.each([
  [OPEN_UPLOADS_MAX - 1, true],
  [OPEN_UPLOADS_MAX, false],
])('with %i open uploads another may be begun: %s', (open, may) => {
  const check = () => mustHaveOpenUploadLeft(open);

  if (may) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ kind: 'invalid', reason: 'limit_reached' }));
});
