import { GalleryChanged } from '@estampa/contracts/media/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { gallery } from '../../db/tables/gallery.ts';
import { shownOfGallery } from '../../domain/shown-parts.ts';
import { leaveTouched, NOTHING_LEFT } from './derive-products.ts';
import type { LeftToDerive } from './left-to-derive.ts';

export async function projectGallery(
  context: Context,
  message: GalleryChanged,
  event: ReceivedEvent,
): Promise<LeftToDerive> {
  const { sellerProductId: id, version, deleted } = message;
  const change = await gallery.projectOne(context.em, {
    sellerProductId: id,
    version,
    deleted,
    payload: event.payload,
  });
  return change && shown(change.before) !== shownOfGallery(message) ? leaveTouched({ id }, event) : NOTHING_LEFT;
}

const shown = (state: unknown) => (state === null ? null : shownOfGallery(GalleryChanged.fromJSON(state)));
