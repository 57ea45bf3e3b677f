import type { ArtworkFiles } from '../adapters/mockup-studio.ts';
import { sizeInPx } from '../domain/geometry.ts';
import { fileOf, workingKey } from '../domain/storage-keys.ts';
import type { ArtworkRow } from './artwork.entity.ts';

type Row = Pick<
  ArtworkRow,
  'id' | 'sellerProfileId' | 'fileVersion' | 'widthPx' | 'heightPx' | 'workingWidthPx' | 'workingHeightPx'
>;

/** Where the copies of an artwork lie, and how large they are. */
export const artworkFiles = (row: Row): ArtworkFiles => ({
  sellerProfileId: row.sellerProfileId,
  original: sizeInPx(row),
  working: { key: workingKey(fileOf(row)), width: row.workingWidthPx, height: row.workingHeightPx },
});
