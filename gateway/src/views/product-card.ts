import { z } from 'zod';
import { id, imageSizes, timestamp, shownCents, url } from '../routes/schemas.ts';

const count = z.int().min(0);
/** A product in lists of the public store. */
export const ProductCardJson = z
  .object({
    id: id.describe('The seller product'),
    title: z.string(),
    slug: z.string().describe('The product in addresses, beside the store’s'),
    productTypeName: z.string().describe('What is printed on'),
    minPriceCents: shownCents.nullable().describe('Null while no variant can be bought'),
    maxPriceCents: shownCents.nullable().describe('The highest price of its variants; null while none can be bought'),
    thumbnailUrl: url.describe('The primary photo, else a render'),
    thumbnailSizes: imageSizes,
    storeSlug: z.string().describe('The store in addresses'),
    artistName: z.string().describe('What the artist is called'),
    likesCount: count.describe('How many accounts like it'),
    isLiked: z.boolean().nullable().describe('Null for visitors'),
    createdAt: timestamp.describe('When the product was made'),
  })
  .meta({ id: 'ProductCard' });
