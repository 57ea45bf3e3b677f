import type { Artwork } from '@estampa/contracts/media/v1/artwork';
import { ArtworkChanged } from '@estampa/contracts/media/v1/events';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ArtworkRow } from '../db/tables/artwork.ts';
import { fileOf, previewKey } from '../domain/storage-keys.ts';

export const artworkMessage = (row: ArtworkRow): AllFields<Artwork> => ({
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
  previewKey: previewKey(fileOf(row)),
  duplicateOf: row.duplicateOf ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export type ArtworkEvent = 'artwork_created' | 'artwork_updated' | 'artwork_version_added';

export const publishArtwork = (tx: EntityManager, type: ArtworkEvent, row: ArtworkRow): void =>
  appendEvent(tx, 'media.v1', ArtworkChanged, {
    type,
    key: `artwork:${row.id}`,
    message: { artwork: artworkMessage(row), version: row.version, deleted: false },
  });
