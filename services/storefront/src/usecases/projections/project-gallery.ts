import { GalleryChanged } from '@estampa/contracts/media/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { projectFact } from '../../db/keep-fact.ts';
import { shownOfGallery } from '../../domain/shown-parts.ts';
import { leaveTouched, NOTHING_LEFT } from './derive-products.ts';
import type { LeftToDerive } from './left-to-derive.ts';

export async function projectGallery(
  context: Context,
  message: GalleryChanged,
  event: ReceivedEvent,
): Promise<LeftToDerive> {
  const { sellerProductId: id, version, deleted } = message;
  const news = await projectFact(context.em, 'gallery', {
    seller_product_id: id,
    version,
    deleted,
    fact: event.payload,
  });
  return news && shown(news.before) !== shownOfGallery(message) ? leaveTouched({ id }, event) : NOTHING_LEFT;
}

const shown = (fact: unknown) => (fact === null ? null : shownOfGallery(GalleryChanged.fromJSON(fact)));
