import { ArtworkChanged } from '@estampa/contracts/media/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { pageChanges } from '../../db/page-change-repository.ts';
import { artwork } from '../../db/tables/artwork.ts';
import { artworkName } from '../../domain/page-names.ts';
import { shownOfArtwork } from '../../domain/shown-parts.ts';
import { leaveTouched, NOTHING_LEFT } from './derive-products.ts';
import type { LeftToDerive } from './left-to-derive.ts';

export async function projectArtwork(
  context: Context,
  message: ArtworkChanged,
  event: ReceivedEvent,
): Promise<LeftToDerive> {
  const { version, deleted } = message;
  const { id } = message.artwork!;
  const change = await artwork.projectOne(context.em, { id, version, deleted, payload: event.payload });
  if (!change) return NOTHING_LEFT;
  // The artwork's own page shows more of it than those of its products.
  pageChanges.insert(context.em, [artworkName(id)]);
  return shown(change.before) === shown(message) ? NOTHING_LEFT : leaveTouched({ artworkId: id }, event);
}

function shown(state: unknown) {
  if (state === null) return null;
  const message = ArtworkChanged.fromJSON(state);
  return shownOfArtwork({ ...message.artwork!, deleted: message.deleted });
}
