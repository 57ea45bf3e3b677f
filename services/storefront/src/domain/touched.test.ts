import { expect, it } from 'vitest';
import { isOfArtwork, type Touched } from './touched.ts';

it.each<[Touched, boolean]>([
  [{ artworkId: 'a-1' }, true],
  [{ artworkId: 'a-1', renderedOn: 't-1' }, true],
  [{ productTypeId: 'p-1', renderedOn: 't-1' }, false],
  [{ id: 'p-1' }, false],
  [{ sellerProfileId: 's-1' }, false],
  ['all', false],
])('%j touches products by their artwork: %s', (touched, isSo) => {
  expect(isOfArtwork(touched)).toBe(isSo);
});
