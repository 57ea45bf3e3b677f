import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { loadLatestRenders, type RenderWithOptions } from '../../db/latest-renders.ts';

/** The latest render on each template, newest first. */
export async function listRenders(
  { em, caller }: Context,
  { artworkIds, templateIds }: { artworkIds: readonly string[]; templateIds: readonly string[] },
): Promise<RenderWithOptions[]> {
  const { artworks, renders } = await loadLatestRenders(em, { artworkIds: artworkIds.filter(isUuid), templateIds });
  mustOwn(caller, artworkIds, artworks);
  return renders;
}

/** Rejects artworks that are not there, or of another seller. */
export function mustOwn(
  caller: Context['caller'],
  artworkIds: readonly string[],
  artworks: readonly { id: string; sellerProfileId: string }[],
): void {
  const owners = new Map(artworks.map(({ id, sellerProfileId }) => [id, sellerProfileId]));
  const unknown = artworkIds.find((id) => !owners.has(id));
  if (unknown !== undefined) throw notFound('artwork', unknown);
  for (const sellerProfileId of owners.values()) mustBeSeller(caller, sellerProfileId);
}
