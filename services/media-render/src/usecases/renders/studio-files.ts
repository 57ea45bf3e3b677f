import type { ArtworkFiles } from '../../adapters/composition.ts';
import { sizeInPx } from '../../domain/geometry.ts';
import { fileOf, siblingKeys, workingKey } from '../../domain/storage-keys.ts';
import type { ArtworkRow } from '../../db/tables/artwork.ts';

type Row = Pick<
  ArtworkRow,
  'id' | 'sellerProfileId' | 'fileVersion' | 'widthPx' | 'heightPx' | 'workingWidthPx' | 'workingHeightPx'
> & { takenKey: string | null };

/** Where the copies of an artwork lie, and how large they are: until a version has its place, where it was taken in. */
export const studioFiles = (row: Row): ArtworkFiles => ({
  sellerProfileId: row.sellerProfileId,
  original: sizeInPx(row),
  working: {
    key: row.takenKey === null ? workingKey(fileOf(row)) : siblingKeys(row.takenKey).working,
    width: row.workingWidthPx,
    height: row.workingHeightPx,
  },
});
