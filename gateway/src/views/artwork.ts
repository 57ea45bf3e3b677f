import type { Artwork } from '@estampa/contracts/media/v1/artwork';
import { z } from 'zod';
import { hexColor } from '../routes/part-schemas.ts';
import type { ImageUrl } from './image-url.ts';
import { id, iso, timestamp, url } from '../routes/schemas.ts';
import { ProductCardJson } from './product-card.ts';
import type { View } from './view.ts';

export const ArtworkStatus = z.enum(['active', 'inactive']).meta({ id: 'ArtworkStatus' });

export const ArtworkJson = z
  .object({
    id,
    sellerProfileId: id,
    title: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    tags: z.array(z.string()),
    status: ArtworkStatus,
    version: z.int().describe('Of the original file: 1, 2, ...'),
    widthPx: z.int(),
    heightPx: z.int(),
    format: z.enum(['png', 'jpeg', 'webp']).meta({ id: 'ArtworkFormat' }),
    sizeBytes: z.int(),
    contentHash: z.string().describe('SHA-256 of the original file'),
    dominantColor: hexColor,
    previewUrl: url,
    duplicateOf: id.nullable().describe('Another artwork of the seller, made of the same file'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Artwork' });

/** As anyone sees it. */
export const PublicArtworkJson = ArtworkJson.omit({
  sizeBytes: true,
  contentHash: true,
  status: true,
  duplicateOf: true,
})
  .extend({
    artistName: z.string(),
    storeSlug: z.string(),
    products: z.array(ProductCardJson).describe('On sale, newest first'),
  })
  .meta({ id: 'PublicArtwork' });

type ArtworkView = z.input<typeof ArtworkJson>;

export const artworkView = (artwork: Artwork, imageUrl: ImageUrl): View<Artwork, typeof ArtworkJson> => ({
  id: artwork.id,
  sellerProfileId: artwork.sellerProfileId,
  title: artwork.title,
  slug: artwork.slug,
  description: artwork.description ?? null,
  tags: artwork.tags,
  status: artwork.status as ArtworkView['status'],
  version: artwork.version,
  widthPx: artwork.widthPx,
  heightPx: artwork.heightPx,
  format: artwork.format as ArtworkView['format'],
  sizeBytes: artwork.sizeBytes,
  contentHash: artwork.contentHash,
  dominantColor: artwork.dominantColor,
  previewUrl: imageUrl(artwork.previewKey),
  duplicateOf: artwork.duplicateOf ?? null,
  createdAt: iso(artwork.createdAt!),
  updatedAt: iso(artwork.updatedAt!),
});
