import { DomainError, unknownReference } from '@estampa/kernel/errors';
import { reachesAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';

/** An artwork, and where the request names it. */
type Named = { artworkId: string; path: string };

/** They are active ones of the seller. Each is looked up once, under the first name that was given for it. */
export async function mustOwnArtworks(
  context: Context,
  sellerProfileId: string,
  named: readonly Named[],
): Promise<void> {
  const pathOf = new Map(named.toReversed().map(({ artworkId, path }) => [artworkId, path]));
  const owned = await Promise.all([...pathOf.keys()].map((id) => ownsArtwork(context, id, sellerProfileId)));
  const unknown = [...pathOf.values()].filter((_path, at) => !owned[at]);
  if (unknown.length === 0) return;
  if (reachesAll(context.caller!)) await mustBeKnownSeller(context, sellerProfileId);
  throw unknownReference(unknown.at(-1)!, 'artwork');
}

async function ownsArtwork({ artworks }: Context, id: string, sellerProfileId: string): Promise<boolean> {
  const { artwork } = await artworks.getArtwork({ id }).catch(nothing({ artwork: undefined }));
  return artwork?.sellerProfileId === sellerProfileId && artwork.status === 'active';
}

/** An admin names the seller; where the artwork fits, its owner exists. */
export async function mustBeKnownSeller({ sellerProfiles }: Context, sellerProfileId: string): Promise<void> {
  const { profile } = await sellerProfiles
    .getSellerProfile({ id: sellerProfileId })
    .catch(nothing({ profile: undefined }));
  if (!profile) throw unknownReference('sellerProfileId', 'seller profile');
}

/** A missing artwork and another seller's artwork give the same error. */
const nothing =
  <T>(response: T) =>
  (error: unknown): T => {
    if (error instanceof DomainError && ['not_found', 'forbidden'].includes(error.kind)) return response;
    throw error;
  };
