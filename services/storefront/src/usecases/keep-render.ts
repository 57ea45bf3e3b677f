import { RenderChanged } from '@estampa/contracts/media/v1/events';
import type { Context } from '../context.ts';
import { markChanged } from '../db/change-mark.ts';
import { artworkLock, lockAlone } from '../db/fact-locks.ts';
import { keepFact } from '../db/keep-fact.ts';
import { deriveProducts } from './derive-products.ts';

/** A render that is under way or failed leaves the last finished picture where it is. */
export async function keepRender({ em }: Pick<Context, 'em'>, message: RenderChanged): Promise<void> {
  const { artworkId, templateId, status } = message.render!;
  if (status !== 'rendered') return;

  await lockAlone(em, artworkLock(artworkId));
  const isNews = await keepFact(em, 'render', {
    artwork_id: artworkId,
    template_id: templateId,
    version: message.version,
    fact: RenderChanged.toJSON(message),
  });
  if (isNews && (await deriveProducts(em, 'artwork_id', artworkId)) > 0) await markChanged(em);
}
