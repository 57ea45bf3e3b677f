import type { ArtworkFiles } from '../adapters/mockup-studio.ts';
import { fileOf, originalKey, workingKey } from '../domain/storage-keys.ts';
import type { ArtworkRow } from './artwork.entity.ts';

/** Where the copies of an artwork lie, and how large they are. */
export const artworkFiles = (row: ArtworkRow): ArtworkFiles => ({
  original: {
    key: originalKey({ ...fileOf(row), format: row.format }),
    etag: row.originalEtag,
    width: row.widthPx,
    height: row.heightPx,
  },
  working: { key: workingKey(fileOf(row)), width: row.workingWidthPx, height: row.workingHeightPx },
});
