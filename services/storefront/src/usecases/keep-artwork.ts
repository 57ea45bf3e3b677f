import { ArtworkChanged } from '@estampa/contracts/media/v1/events';
import type { Context } from '../context.ts';
import { markChanged } from '../db/change-mark.ts';
import { artworkLock, lockAlone } from '../db/fact-locks.ts';
import { keepFact } from '../db/keep-fact.ts';
import { deriveProducts } from './derive-products.ts';

export async function keepArtwork({ em }: Pick<Context, 'em'>, message: ArtworkChanged): Promise<void> {
  const { id } = message.artwork!;
  await lockAlone(em, artworkLock(id));
  const isNews = await keepFact(em, 'artwork', {
    id,
    version: message.version,
    fact: ArtworkChanged.toJSON(message),
  });
  if (isNews && (await deriveProducts(em, 'artwork_id', id)) > 0) await markChanged(em);
}
