import type { ArtworkFiles, OtherPrint } from '../../adapters/composition.ts';
import type { ObjectStore } from '../../adapters/object-store.ts';
import { sizeInPx } from '../../domain/geometry.ts';
import type { Placement } from '../../domain/placement.ts';
import type { FurtherArea } from '../../domain/template.ts';
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

/** What lies on further surfaces, as it is composed. */
export const otherPrints = (
  others: readonly { area: FurtherArea; artwork: Row; placement: Placement }[],
): OtherPrint[] => others.map(({ area, artwork, placement }) => ({ area, artwork: studioFiles(artwork), placement }));

/** The same in the colours that the inks of a press have; decoded under a name of its own. */
export function proofFiles(row: Row, store: Pick<ObjectStore, 'read'>): ArtworkFiles {
  const { working, ...files } = studioFiles(row);
  const { key } = working;
  return { ...files, working: { ...working, key: `${key}/proof`, read: () => store.read(key), isProof: true } };
}
