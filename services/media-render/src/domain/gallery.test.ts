import { describe, expect, it } from 'vitest';
import {
  ALT_TEXT_CHARACTERS_MAX,
  checkedAltText,
  inOrder,
  isSameGallery,
  type Photo,
  PHOTOS_MAX,
  withChange,
  withoutPhoto,
  withPhoto,
} from './gallery.ts';

const photo = (id: string): Photo => ({
  id,
  key: `public/${id}.webp`,
  altText: null,
  isPrimary: false,
  createdAt: new Date(0),
});
const gallery = (count: number) => Array.from({ length: count }, (_, at) => photo(`photo-${at}`));
const ids = (photos: readonly Photo[]) => photos.map(({ id }) => id);

describe('a gallery', () => {
  it('takes a photo at its end, up to the limit', () => {
    expect(ids(withPhoto(gallery(2), photo('new')))).toEqual(['photo-0', 'photo-1', 'new']);
    expect(withPhoto(gallery(PHOTOS_MAX - 1), photo('last'))).toHaveLength(PHOTOS_MAX);
    expect(() => withPhoto(gallery(PHOTOS_MAX), photo('one more'))).toThrow(
      expect.objectContaining({ kind: 'invalid', reason: 'limit_reached' }),
    );
  });

  it('closes up behind a photo that goes', () => {
    expect(ids(withoutPhoto(gallery(3), 'photo-1'))).toEqual(['photo-0', 'photo-2']);
    expect(() => withoutPhoto(gallery(3), 'another')).toThrow(expect.objectContaining({ kind: 'not_found' }));
  });

  it('changes what is named of one photo and leaves the others', () => {
    const changed = withChange(gallery(2), 'photo-1', { isPrimary: true, altText: 'seen from behind' });

    expect(changed[0]).toEqual(photo('photo-0'));
    expect(changed[1]).toEqual({ ...photo('photo-1'), isPrimary: true, altText: 'seen from behind' });
    expect(isSameGallery(gallery(2), changed)).toBe(false);
    expect(isSameGallery(changed, withChange(changed, 'photo-1', { isPrimary: true }))).toBe(true);
  });

  it('takes an order of exactly all its photos', () => {
    expect(ids(inOrder(gallery(3), ['photo-2', 'photo-0', 'photo-1']))).toEqual(['photo-2', 'photo-0', 'photo-1']);
    expect(inOrder([], [])).toEqual([]);
  });

  it.each([
    ['one is missing', ['photo-0', 'photo-1']],
    ['one is named twice', ['photo-0', 'photo-1', 'photo-1']],
    ['one is of another product', ['photo-0', 'photo-1', 'another']],
    ['there is one too many', ['photo-0', 'photo-1', 'photo-2', 'another']],
    ['none is named', []],
  ])('rejects an order when %s', (_case, order) => {
    expect(() => inOrder(gallery(3), order)).toThrow(
      expect.objectContaining({ kind: 'invalid', reason: 'validation_failed' }),
    );
  });

  it('accepts alternative text of so many characters, and stores none where there is nothing to read', () => {
    expect(checkedAltText(`  ${'é'.repeat(ALT_TEXT_CHARACTERS_MAX)} `)).toHaveLength(ALT_TEXT_CHARACTERS_MAX);
    expect(checkedAltText(' \n')).toBeNull();
    expect(() => checkedAltText('e'.repeat(ALT_TEXT_CHARACTERS_MAX + 1))).toThrow(/altText/);
  });
});

describe('what is wrong with a change of a gallery', () => {
  const rejected = (path: string, code: string, message: string) =>
    expect.objectContaining({
      kind: 'invalid',
      reason: 'validation_failed',
      message: `${path} ${message}`,
      details: { fields: [{ path, code, message }] },
    });

  it('is named', () => {
    expect(() => inOrder(gallery(2), ['photo-0'])).toThrow(
      rejected('imageIds', 'not_all', 'must name each of the 2 photos of the product once'),
    );
    expect(() => checkedAltText('x'.repeat(ALT_TEXT_CHARACTERS_MAX + 1))).toThrow(
      rejected('altText', 'too_big', `takes at most ${ALT_TEXT_CHARACTERS_MAX} characters`),
    );
    expect(checkedAltText(null)).toBeNull();
  });

  it.each<[string, () => unknown]>([
    ['removes', () => withoutPhoto(gallery(1), 'other')],
    ['changes', () => withChange(gallery(1), 'other', { altText: null })],
  ])('is a photo that it %s and that is not there', (_what, change) => {
    expect(change).toThrow(expect.objectContaining({ kind: 'not_found', message: 'There is no photo other' }));
  });
});

it.each<[string, Partial<Photo>[], boolean]>([
  ['itself', [{}, {}], true],
  ['one that has more', [{}, {}, {}], false],
  ['one that has less', [{}], false],
  ['one with another photo', [{}, { id: 'other' }], false],
  ['one with another text', [{}, { altText: 'other' }], false],
  ['one with another first photo', [{}, { isPrimary: true }], false],
])('a gallery is the same as %s: %s', (_what, changes, same) => {
  const other = gallery(changes.length).map((one, at) => ({ ...one, ...changes[at] }));

  expect(isSameGallery(gallery(2), other)).toBe(same);
});
