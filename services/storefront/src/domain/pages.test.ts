import { describe, expect, it } from 'vitest';
import { artistNameOf, type Card, isPublished, productPage, storePage } from './pages.ts';
import { skuList } from './sku-list.ts';

const profile = {
  id: 'seller',
  storeName: 'Loja Demo',
  storeSlug: 'loja-demo',
  storeStatus: 'published',
  active: true,
  suspended: false,
  socialLinks: [{ platform: 'site', url: 'https://example.com' }],
};
const counters = { followersCount: 1, followingCount: 2, likesReceivedCount: 3 };

const card = (id: string): Card => ({
  id,
  title: 'Onça',
  slug: 'onca',
  productTypeName: 'Camiseta',
  minPriceCents: 1,
  maxPriceCents: 2,
  thumbnailUrl: {},
  storeSlug: 'loja-demo',
  artistName: 'Artista Demo',
  likesCount: 0,
  isLiked: null,
  createdAt: '2026-01-01T12:00:00.000Z',
});

describe('storePage', () => {
  it('has the members of the contract, in its order', () => {
    const { text, viewerQueries } = storePage(profile, counters);

    expect(viewerQueries).toEqual([{ storeId: 'seller' }]);
    expect(text).toBe(
      '{"id":"seller","storeName":"Loja Demo","storeSlug":"loja-demo","displayName":null,"bio":null,' +
        '"avatarUrl":null,"bannerUrl":null,"socialLinks":[{"platform":"site","url":"https://example.com"}],' +
        '"followersCount":1,"followingCount":2,"likesReceivedCount":3,"isFollowing":null}',
    );
  });
});

describe('productPage', () => {
  it('joins the stored parts with the counters', () => {
    const store = { id: 'seller', storeName: 'Loja Demo', storeSlug: 'loja-demo', avatarUrl: null, counters };
    const relatedProducts = { sameArtwork: [], sameArtist: [card('other')], recommended: [] };

    const { text, viewerQueries } = productPage({
      id: 'product',
      pageHead: '{"id":"product"}',
      pageSkus: skuList([]),
      minPriceCents: 100,
      maxPriceCents: 200,
      pageTail: '{"images":[]}',
      store,
      likesCount: 4,
      relatedProducts,
    });

    expect(viewerQueries).toEqual([{ productId: 'product' }, { productId: 'other' }]);
    expect(JSON.parse(text)).toEqual({
      id: 'product',
      skus: [],
      minPriceCents: 100,
      maxPriceCents: 200,
      store,
      images: [],
      likesCount: 4,
      isLiked: null,
      relatedProducts,
    });
    expect(Object.keys(JSON.parse(text))).toEqual([
      'id',
      'skus',
      'minPriceCents',
      'maxPriceCents',
      'store',
      'images',
      'likesCount',
      'isLiked',
      'relatedProducts',
    ]);
  });
});

it('names the artist by the display name, or by the store if there is none', () => {
  expect(artistNameOf(profile)).toBe('Loja Demo');
  expect(artistNameOf({ ...profile, displayName: 'Artista Demo' })).toBe('Artista Demo');
});

it.each([
  ['published', true, false, true],
  ['unpublished', true, false, false],
  ['published', false, false, false],
  ['published', true, true, false],
])(
  'a store that is %s, its owner selling: %s, suspended: %s, is published: %s',
  (storeStatus, active, suspended, expected) => {
    expect(isPublished({ ...profile, storeStatus, active, suspended })).toBe(expected);
  },
);
