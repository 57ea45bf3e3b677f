import { type PageRequest, pageOf } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { placements } from '../../db/placement-repository.ts';
import type { PlacementRow } from '../../db/tables/placement.ts';
import { getArtwork } from '../artworks/get-artwork.ts';

/** Where the artwork lies on templates, what was changed last first. */
export async function listPlacements(
  context: Context,
  { artworkId, page }: { artworkId: string; page?: PageRequest },
): Promise<[PlacementRow[], number]> {
  const window = pageOf(page);
  await getArtwork(context, artworkId);
  return placements.findPage(context.em, artworkId, window);
}
