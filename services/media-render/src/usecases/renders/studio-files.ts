import type { ArtworkFiles, OtherPrint } from '../../adapters/composition.ts';
import type { ObjectStore } from '../../adapters/object-store.ts';
import { sizeInPx } from '../../domain/geometry.ts';
import type { Placement } from '../../domain/placement.ts';
import type { FurtherArea } from '../../domain/template.ts';
import { fileOf, profileDigestOf, siblingKeys, workingKey } from '../../domain/storage-keys.ts';
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
  filesOf: (row: Row) => ArtworkFiles = studioFiles,
): OtherPrint[] => others.map(({ area, artwork, placement }) => ({ area, artwork: filesOf(artwork), placement }));

/** The same in the inks of a press, by the profile that lies at a key or by the built-in one; decoded under a name of its own. */
export function proofFiles(
  row: Row,
  { store, pressProfile }: { store: Pick<ObjectStore, 'read'>; pressProfile: string | null },
): ArtworkFiles {
  const { working, ...files } = studioFiles(row);
  const press = pressProfile === null ? '' : `/${profileDigestOf(pressProfile)}`;
  const readProof = async () => ({
    file: await store.read(working.key),
    profile: pressProfile === null ? null : await store.read(pressProfile),
  });
  return { ...files, working: { ...working, key: `${working.key}/proof${press}`, readProof } };
}
