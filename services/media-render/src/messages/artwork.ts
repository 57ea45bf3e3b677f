import type { Artwork } from '@estampa/contracts/media/v1/media';
import type { ArtworkRow } from '../db/artwork.entity.ts';
import { fileOf } from '../db/artwork-files.ts';
import { previewKey } from '../domain/storage-keys.ts';

export const artworkMessage = (row: ArtworkRow, publicUrl: (key: string) => string): Artwork => ({
  id: row.id,
  sellerProfileId: row.sellerProfileId,
  title: row.title,
  slug: row.slug,
  description: row.description ?? undefined,
  tags: row.tags,
  status: row.status,
  version: row.fileVersion,
  widthPx: row.widthPx,
  heightPx: row.heightPx,
  format: row.format,
  sizeBytes: row.sizeBytes,
  contentHash: row.contentHash,
  dominantColor: row.dominantColor,
  previewUrl: publicUrl(previewKey(fileOf(row))),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
