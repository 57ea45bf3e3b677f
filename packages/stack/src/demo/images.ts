import { artwork } from './pictures/artworks.ts';
import { mug } from './pictures/mug.ts';
import type { DemoTemplate } from './pictures/demo-template.ts';
import { framedPoster } from './pictures/poster.ts';
import { tShirt } from './pictures/t-shirt.ts';

const TEMPLATES = { 't-shirt': tShirt, mug, poster: framedPoster } as const;

/** A product photo without artwork, drawn by us; `color` is #RRGGBB. */
export const demoTemplate = (product: keyof typeof TEMPLATES, color: string): Promise<DemoTemplate> =>
  TEMPLATES[product](color);

/** A poster of 2,400 x 3,000 px with transparency: 1 a landscape, 2 leaves, 3 shapes, then again in other colours. */
export const demoArtwork = (seed: number): Promise<Buffer> => artwork(seed);
