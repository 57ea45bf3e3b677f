import { artwork } from './pictures/artworks.ts';
import { mug } from './pictures/mug.ts';
import type { DemoTemplate } from './pictures/demo-template.ts';
import { phoneCase } from './pictures/phone-case.ts';
import { framedPoster } from './pictures/poster.ts';
import { toteBag } from './pictures/tote-bag.ts';
import { tShirt } from './pictures/t-shirt.ts';

const TEMPLATES = { 't-shirt': tShirt, mug, poster: framedPoster, 'tote-bag': toteBag, 'phone-case': phoneCase };
export type DemoProduct = keyof typeof TEMPLATES;

/** A product photo without artwork, drawn by us; `color` is #RRGGBB. */
export const demoTemplate = (product: DemoProduct, color: string): Promise<DemoTemplate> => TEMPLATES[product](color);

/** A poster of 2,400 x 3,000 px with transparency: 1 a landscape, 2 leaves, 3 shapes, then again in other colours. */
export const demoArtwork = (seed: number): Promise<Buffer> => artwork(seed);
