import { RenderChanged } from '@estampa/contracts/media/v1/events';
import type { HeardEvent } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { keepFact } from '../db/keep-fact.ts';
import { shownOfRender } from '../domain/shown-parts.ts';
import { deriveTouched } from './derive-products.ts';

/** A render that is under way or failed leaves the last finished picture where it is. */
export async function keepRender(context: Context, message: RenderChanged, event: HeardEvent): Promise<void> {
  const { version, deleted } = message;
  const { artworkId, templateId, status } = message.render!;
  if (status !== 'rendered' && !deleted) return;

  const row = { artwork_id: artworkId, template_id: templateId, version, deleted, fact: event.payload };
  const news = await keepFact(context.em, 'render', row);
  if (news && shown(news.before) !== shown(message)) deriveTouched(context, { artworkId }, event);
}

function shown(fact: unknown) {
  if (fact === null) return null;
  const { render, deleted } = RenderChanged.fromJSON(fact);
  return shownOfRender({ ...render!, deleted });
}
