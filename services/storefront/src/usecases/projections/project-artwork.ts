import { ArtworkChanged } from '@estampa/contracts/media/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { projectFact } from '../../db/keep-fact.ts';
import { markChanged } from '../../db/page-changes.ts';
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
  const row = { id, version, deleted, fact: event.payload };
  const news = await projectFact(context.em, 'artwork', row);
  if (!news) return NOTHING_LEFT;
  // Its own page shows more of it than those of products do.
  markChanged(context.em, [artworkName(id)]);
  return shown(news.before) === shown(message) ? NOTHING_LEFT : leaveTouched({ artworkId: id }, event);
}

function shown(fact: unknown) {
  if (fact === null) return null;
  const { artwork, deleted } = ArtworkChanged.fromJSON(fact);
  return shownOfArtwork({ ...artwork!, deleted });
}
