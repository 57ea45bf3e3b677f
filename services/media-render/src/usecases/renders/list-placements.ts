import { type PageRequest, pageOf } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { PlacementRow } from '../../db/placement.entity.ts';
import { getArtwork } from '../artworks/get-artwork.ts';

/** Where the artwork lies on templates, what was changed last first. */
export async function listPlacements(
  context: Context,
  { artworkId, page }: { artworkId: string; page?: PageRequest },
): Promise<[PlacementRow[], number]> {
  const { skip, limit } = pageOf(page);
  await getArtwork(context, artworkId);
  const orderBy = { updatedAt: 'desc', templateId: 'asc' } as const;
  return context.em.findAndCount(PlacementRow, { artworkId }, { orderBy, offset: skip, limit });
}
