import { RenderChanged } from '@estampa/contracts/media/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { type Fact, projectFacts, type News } from '../../db/keep-fact.ts';
import { factsOfArtworks } from '../../db/product-facts.ts';
import { lockedOf, lockFirstOfArtworks, type OfArtwork } from '../../db/touched-products.ts';
import { shownOfRender } from '../../domain/shown-parts.ts';
import { latestOf } from '../pages/latest-of.ts';
import type { LeftToDerive } from './left-to-derive.ts';

type ReceivedRender = Received<RenderChanged>;

export async function projectRenders(
  context: Context,
  received: readonly ReceivedRender[],
  projected?: ProjectedRenders,
): Promise<LeftToDerive> {
  const latest = latestFinished(received);
  const { news, locked } = projected ?? { news: await store(context, latest) };
  const before = new Map(news.map((one) => [one.key, one.before]));
  const touched = latest
    .filter(({ message }) => {
      const known = before.get(keyOf(message));
      return known !== undefined && shown(known) !== shown(message);
    })
    .map(({ message, event }) => ({ touched: touchedBy(message), eventId: event.id }));
  return { touched, ...(locked && { locked }) };
}

type ProjectedRenders = { news: readonly News[]; locked?: LeftToDerive['locked'] };

/**
 * Nothing else came with them, so nothing has to be projected before, and only what they touch is derived: that is locked in the
 * same round trip, and read.
 */
export async function projectRendersAhead(
  { em }: Pick<Context, 'em'>,
  received: readonly ReceivedRender[],
): Promise<ProjectedRenders> {
  const latest = latestFinished(received);
  if (latest.length === 0) return { news: [] };
  const touched = latest.map(({ message }) => touchedBy(message));
  const [news, rows, facts] = await pipeline(
    em,
    projectFacts('render', latest.map(rowOf)),
    lockFirstOfArtworks(touched),
    factsOfArtworks(touched),
  );
  return { news, locked: { chunk: lockedOf(rows), facts } };
}

const touchedBy = ({ render }: RenderChanged): OfArtwork => ({
  artworkId: render!.artworkId,
  renderedOn: render!.templateId,
});

/** A render that is under way or failed leaves the last finished image where it is. */
const latestFinished = (received: readonly ReceivedRender[]) =>
  latestOf(
    received.filter(({ message: { render, deleted } }) => render!.status === 'rendered' || deleted),
    keyOf,
  );

async function store({ em }: Pick<Context, 'em'>, latest: readonly ReceivedRender[]): Promise<News[]> {
  if (latest.length === 0) return [];
  const [news] = await pipeline(em, projectFacts('render', latest.map(rowOf)));
  return news;
}

const rowOf = ({ message: { render, version, deleted }, event }: ReceivedRender): Fact => ({
  artwork_id: render!.artworkId,
  template_id: render!.templateId,
  version,
  deleted,
  fact: event.payload,
});

const keyOf = ({ render }: RenderChanged): string => `${render!.artworkId}/${render!.templateId}`;

function shown(fact: unknown) {
  if (fact === null) return null;
  const { render, deleted } = RenderChanged.fromJSON(fact);
  return shownOfRender({ ...render!, deleted });
}
