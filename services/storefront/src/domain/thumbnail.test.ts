import { describe, expect, it } from 'vitest';
import type { Artwork, GalleryImage } from './product-state.ts';
import type { TemplateRender } from './sku-renders.ts';
import { thumbnailKey } from './thumbnail.ts';

const artwork = { previewKey: 'preview' } as Artwork;
const photo = (imageKey: string, position: number, isPrimary = false): GalleryImage => ({
  imageKey,
  position,
  isPrimary,
});
const render = (imageKey: string, day: number) =>
  ({ render: { imageKey, createdAt: new Date(Date.UTC(2026, 0, day)) } }) as TemplateRender;

describe('the thumbnail of a product', () => {
  it.each<[string, GalleryImage[], TemplateRender[], string]>([
    ['its primary photo', [photo('a', 0), photo('b', 1, true)], [render('r', 1)], 'b'],
    ['else its first photo', [photo('b', 2), photo('a', 1), photo('c', 3)], [render('r', 1)], 'a'],
    ['else its latest render', [], [render('old', 1), render('new', 3), render('between', 2)], 'new'],
    ['the first of renders of one time', [], [render('one', 1), render('other', 1)], 'one'],
    ['else the preview of its artwork', [], [], 'preview'],
  ])('is %s', (_which, photos, renders, expected) => {
    expect(thumbnailKey(photos, renders, artwork)).toBe(expected);
  });
});
