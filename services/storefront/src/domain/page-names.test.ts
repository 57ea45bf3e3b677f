import { expect, it } from 'vitest';
import * as names from './page-names.ts';

/** They are stored, so each must stay as it is; and two things must never share a name. */
it('are one name for each part of a page', () => {
  const each = [
    names.EVERYTHING,
    names.HOME,
    names.storeName('id'),
    names.cardsName('id'),
    names.productName('id', 'slug'),
    names.itemName('id'),
    names.artworkName('id'),
    names.sellerName('id'),
    names.shelfName('id'),
    names.OPEN_STORES,
  ];

  expect(each).toEqual([
    '*',
    'home',
    'store:id',
    'cards:id',
    'product:id/slug',
    'item:id',
    'artwork:id',
    'seller:id',
    'shelf:id',
    'open-stores',
  ]);
});

it('of a product are its cards and each of its addresses', () => {
  expect(names.namesOfProduct('store', ['id', 'slug'])).toEqual([
    'cards:store',
    'product:store/id',
    'product:store/slug',
  ]);
});

it('of a store are its id and its address', () => {
  expect(names.namesOfStore({ id: 'id', slug: 'slug' })).toEqual(['store:id', 'store:slug']);
});
