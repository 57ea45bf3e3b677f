import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ArtworkRow } from './artwork.entity.ts';

export async function findArtwork(em: EntityManager, id: string): Promise<ArtworkRow> {
  const row = await artworkOrNull(em, id);
  if (!row) throw notFound('artwork', id);
  return row;
}

export const artworkOrNull = async (em: EntityManager, id: string): Promise<ArtworkRow | null> =>
  isUuid(id) ? em.findOne(ArtworkRow, id) : null;
