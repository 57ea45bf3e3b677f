import { describe, expect, it } from 'vitest';
import {
  artworkKeys,
  artworkUploadKey,
  fileOf,
  isLatestRenderKey,
  latestRenderKey,
  printKey,
  productImageKey,
  profileImageKey,
  profileUploadKey,
  publicKeyOf,
  renderKey,
  siblingKeys,
  takenKeys,
  templateUploadKey,
  testRenderKey,
} from './storage-keys.ts';

const FILE = { sellerProfileId: 's', artworkId: 'a', fileVersion: 3 };
const FOLDER = 'sellers/s/artworks/a';
const PROFILE = { sellerProfileId: 's', uploadId: 'u' } as const;
const PRODUCT = { sellerProfileId: 's', sellerProductId: 'p', imageId: 'i', widthPx: 900 };

it.each([
  [artworkUploadKey({ ...FILE, format: 'jpeg', uploadId: 'u' }), `private/${FOLDER}/uploads/u.jpg`],
  [renderKey(FILE, 't', { name: 'n', widthPx: 900, colours: 1 }), `public/${FOLDER}/renders/t/v3/n-w900.webp`],
  [printKey(FILE, { digest: 'd', timesForgotten: 0, extension: 'png' }), `private/${FOLDER}/prints/d.png`],
  [printKey(FILE, { digest: 'd', timesForgotten: 2, extension: 'pdf' }), `private/${FOLDER}/prints/d-2.pdf`],
  [
    templateUploadKey({ templateId: 't', kind: 'base', uploadId: 'u', format: 'png' }),
    'private/templates/t/base/u.png',
  ],
  [
    templateUploadKey({ templateId: 't', kind: 'mask@sleeve', uploadId: 'u', format: 'png' }),
    'private/templates/t/mask-sleeve/u.png',
  ],
  [testRenderKey('t', 'r'), 'public/templates/t/test-renders/r.webp'],
  [profileUploadKey({ ...PROFILE, type: 'avatar', format: 'webp' }), 'private/sellers/s/avatar/u.webp'],
  [productImageKey(PRODUCT), 'public/sellers/s/products/p/images/i-w900.webp'],
])('a key is %s', (key, expected) => {
  expect(key).toBe(expected);
});

describe('the files of an artwork', () => {
  it('lie in its folder, by their version', () => {
    expect(fileOf({ id: 'a', sellerProfileId: 's', fileVersion: 3 })).toEqual(FILE);
    expect(artworkKeys({ ...FILE, format: 'jpeg' })).toEqual({
      original: `private/${FOLDER}/original/v3.jpg`,
      working: `private/${FOLDER}/working/v3.png`,
      preview: `public/${FOLDER}/preview/v3.webp`,
    });
  });

  it('that were just taken in lie beside each other', () => {
    expect(takenKeys('private/x.y/uploads/u.jpg', 'attempt')).toEqual({
      original: 'private/x.y/uploads/u/attempt/original.jpg',
      working: 'private/x.y/uploads/u/attempt/working.png',
      preview: 'private/x.y/uploads/u/attempt/preview.webp',
    });
    expect(siblingKeys('a/b')).toEqual({ original: 'a/b', working: 'a/working.png', preview: 'a/preview.webp' });
  });
});

it.each([
  ['public/x/v3/n-w900.webp', 'public/x/v3/render.webp', false],
  ['public/x/v3/render.webp', 'public/x/v3/render.webp', true],
  ['public/x.webp/v3/surrender.webp', 'public/x.webp/v3/render.webp', false],
])('the latest image beside %s is %s', (key, latest, isLatest) => {
  expect([latestRenderKey(key), isLatestRenderKey(key)]).toEqual([latest, isLatest]);
});

it.each([
  [publicKeyOf('private/private/x.png'), 'public/private/x.png'],
  [publicKeyOf('x/private/x.png'), 'x/private/x.png'],
  [profileImageKey('private/sellers/s.jpg/avatar/u.jpg'), 'public/sellers/s.jpg/avatar/u.webp'],
  [profileImageKey('sellers/private/u.png'), 'sellers/private/u.webp'],
])('what is shown of an upload is %s', (key, expected) => {
  expect(key).toBe(expected);
});
