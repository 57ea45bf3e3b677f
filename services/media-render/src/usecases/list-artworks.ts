import type { Page } from '@estampa/contracts/common/v1/page';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { ArtworkRow } from '../db/artwork.entity.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

export function listArtworks(
  { em, caller }: Context,
  { sellerProfileId, page }: { sellerProfileId: string; page?: Page },
): Promise<[ArtworkRow[], number]> {
  mustBeSeller(caller, sellerProfileId);
  return em.findAndCount(
    ArtworkRow,
    { sellerProfileId },
    {
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      offset: page?.skip ?? 0,
      limit: Math.min(page?.limit || LIMIT_DEFAULT, LIMIT_MAX),
    },
  );
}
