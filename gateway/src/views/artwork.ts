import type { Artwork } from '@estampa/contracts/media/v1/artwork';
import { z } from 'zod';
import { hexColor } from '../routes/part-schemas.ts';
import type { ImageUrl } from './image-url.ts';
import { id, iso, timestamp, url } from '../routes/schemas.ts';
import { ProductCardJson } from './product-card.ts';
import type { View } from './view.ts';

export const ArtworkStatus = z.enum(['active', 'inactive']).meta({
  id: 'ArtworkStatus',
  description: 'active: products can be made of it; inactive: none can, until it is made active again',
});

export const ArtworkJson = z
  .object({
    id,
    sellerProfileId: id.describe('The artist'),
    title: z.string(),
    slug: z.string().describe('Unique among the artist’s'),
    description: z.string().nullable().describe('What visitors read; null where nothing was written'),
    tags: z.array(z.string()).describe('Words to find it by'),
    status: ArtworkStatus.describe('Whether new products are made of it'),
    version: z.int().describe('Of the original file: 1, 2, ...'),
    widthPx: z.int().describe('Of the original file, as it is seen'),
    heightPx: z.int().describe('Of the original file, as it is seen'),
    format: z.enum(['png', 'jpeg', 'webp']).meta({ id: 'ArtworkFormat' }).describe('Of the original file'),
    sizeBytes: z.int().describe('Of the original file'),
    contentHash: z.string().describe('SHA-256 of the original file'),
    dominantColor: hexColor.describe('What shows before the preview has loaded'),
    previewUrl: url.describe('A public image of it, far smaller than the original'),
    duplicateOf: id.nullable().describe('Another artwork of the seller, made of the same file'),
    createdAt: timestamp,
    updatedAt: timestamp.describe('When it was last changed or got a new file'),
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
    artistName: z.string().describe('What the artist is called'),
    storeSlug: z.string().describe('The store in addresses'),
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
