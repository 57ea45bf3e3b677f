import { z } from 'zod';
import { id, timestamp, shownCents, url } from '../routes/schemas.ts';

const count = z.int().min(0);
/** A product in lists of the public store. */
export const ProductCardJson = z
  .object({
    id,
    title: z.string(),
    slug: z.string(),
    productTypeName: z.string(),
    minPriceCents: shownCents.nullable().describe('Null while no variant can be bought'),
    maxPriceCents: shownCents.nullable(),
    thumbnailUrl: url,
    storeSlug: z.string(),
    artistName: z.string(),
    likesCount: count,
    isLiked: z.boolean().nullable().describe('Null for visitors'),
    createdAt: timestamp,
  })
  .meta({ id: 'ProductCard' });
