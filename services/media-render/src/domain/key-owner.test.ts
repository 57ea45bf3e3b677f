import { describe, expect, it } from 'vitest';
import { isOlderVersion, keysOfArtwork, ownerOfKey, previewedBy } from './key-owner.ts';

const FOLDER = 'sellers/s-1/artworks/a-1';

describe('ownerOfKey', () => {
  it.each([
    [`private/${FOLDER}/original/v1.png`, { artworkId: 'a-1' }],
    [`public/${FOLDER}/renders/front/v1/render.webp`, { artworkId: 'a-1' }],
    ['public/templates/front/base/x.png', { templateId: 'front' }],
    ['private/templates/front/base/x.png', null],
    ['public/sellers/s-1/avatar/x.webp', null],
    ['elsewhere/x.png', null],
  ])('of %s is %j', (key, owner) => {
    expect(ownerOfKey(key)).toEqual(owner);
  });
});

const ID = '0c4ab5e2-7d5e-4a0e-9a50-0a4f6f0f7c11';
it.each([
  [`public/sellers/s-1/artworks/${ID}/preview/v12.webp`, { artworkId: ID, fileVersion: 12 }],
  [`private/sellers/s-1/artworks/${ID}/preview/v12.webp`, null],
  [`public/sellers/s-1/artworks/${ID}/renders/front/v1/render.webp`, null],
  [`public/sellers/s-1/artworks/${ID}/preview/v12.webp.webp`, null],
  [`public/${FOLDER}/preview/v12.webp`, null],
])('%s previews %j', (key, preview) => {
  expect(previewedBy(key)).toEqual(preview);
});

it('an artwork has the originals of all versions, a working copy, a preview and its renders', () => {
  const olderFiles = [{ fileVersion: 1, format: 'png' as const }];
  const info = { fileVersion: 2, format: 'jpeg' as const, olderFiles, renderKeys: ['r'] };
  const artwork = { id: 'a-1', sellerProfileId: 's-1', ...info };

  expect(keysOfArtwork(artwork)).toEqual([
    `private/${FOLDER}/original/v1.png`,
    `private/${FOLDER}/original/v2.jpg`,
    `private/${FOLDER}/working/v2.png`,
    `public/${FOLDER}/preview/v2.webp`,
    'r',
  ]);
});

it.each([
  ['original/v1.png', true],
  ['original/v2.png', false],
  ['original/v10.png', false],
  ['renders/v3/v1/render.webp', true],
  ['renders/v1/v2/0a1b.webp', false],
  ['renders/v1/v2/render.webp', true],
  ['renders/front/v1/render.webp', true],
  ['working/x.png', false],
])('%s is of a version before the second: %p', (end, older) => {
  expect(isOlderVersion(`private/${FOLDER}/${end}`, { fileVersion: 2 })).toBe(older);
});
