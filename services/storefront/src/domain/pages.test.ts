import { describe, expect, it } from '@jest/globals';
import { artistNameOf, isPublished, productPage, storePage } from './pages.ts';

const profile = {
  id: 'seller',
  storeName: 'Loja Demo',
  storeSlug: 'loja-demo',
  storeStatus: 'published',
  active: true,
  socialLinks: [{ platform: 'site', url: 'https://example.com' }],
};
const counters = { followersCount: 1, followingCount: 2, likesReceivedCount: 3 };

describe('storePage', () => {
  it('has the members of the contract, in its order', () => {
    expect(storePage(profile, counters, null)).toBe(
      '{"id":"seller","storeName":"Loja Demo","storeSlug":"loja-demo","displayName":null,"bio":null,' +
        '"avatarUrl":null,"bannerUrl":null,"socialLinks":[{"platform":"site","url":"https://example.com"}],' +
        '"followersCount":1,"followingCount":2,"likesReceivedCount":3,"isFollowing":null}',
    );
  });
});

describe('productPage', () => {
  it('joins the stored parts with what changes on its own', () => {
    const store = { id: 'seller', storeName: 'Loja Demo', storeSlug: 'loja-demo', avatarUrl: null, counters };
    const relatedProducts = { sameArtwork: [], sameArtist: [], recommended: [] };

    const page = productPage({
      pageHead: '{"id":"product"}',
      pageTail: '{"images":[]}',
      store,
      likesCount: 4,
      isLiked: false,
      relatedProducts,
    });

    expect(JSON.parse(page)).toEqual({
      id: 'product',
      store,
      images: [],
      likesCount: 4,
      isLiked: false,
      relatedProducts,
    });
    expect(Object.keys(JSON.parse(page))).toEqual([
      'id',
      'store',
      'images',
      'likesCount',
      'isLiked',
      'relatedProducts',
    ]);
  });
});

it('names the artist by the display name, else by the store', () => {
  expect(artistNameOf(profile)).toBe('Loja Demo');
  expect(artistNameOf({ ...profile, displayName: 'Artista Demo' })).toBe('Artista Demo');
});

it.each([
  ['published', true, true],
  ['unpublished', true, false],
  ['published', false, false],
])('a store that is %s, its owner selling: %s, is published: %s', (storeStatus, active, expected) => {
  expect(isPublished({ ...profile, storeStatus, active })).toBe(expected);
});
