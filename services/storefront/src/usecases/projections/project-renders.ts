import { RenderChanged } from '@estampa/contracts/media/v1/events';
import { mockupOf } from '@estampa/kernel/mockup-name';
import type { Received } from '@estampa/kit/events/consumers';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { productStates } from '../../db/product-state-repository.ts';
import type { Change } from '../../db/replica.ts';
import { lockedOf, sellerProducts } from '../../db/seller-product-repository.ts';
import { render as renders } from '../../db/tables/render.ts';
import { shownOfRender } from '../../domain/shown-parts.ts';
import type { OfArtwork } from '../../domain/touched.ts';
import { latestOf } from '../pages/latest-of.ts';
import type { LeftToDerive } from './left-to-derive.ts';

type ReceivedRender = Received<RenderChanged>;

export async function projectRenders(
  context: Context,
  received: readonly ReceivedRender[],
  projected?: ProjectedRenders,
): Promise<LeftToDerive> {
  const latest = latestFinished(received);
  const { changes, locked } = projected ?? { changes: await store(context, latest) };
  const before = new Map(changes.map((one) => [one.key, one.before]));
  const touched = latest
    .filter(({ message }) => {
      const known = before.get(keyOf(message));
      return known !== undefined && shown(known) !== shown(message);
    })
    .map(({ message, event }) => ({ touched: touchedBy(message), eventId: event.id }));
  return { touched, ...(locked && { locked }) };
}

type ProjectedRenders = { changes: readonly Change[]; locked?: LeftToDerive['locked'] };

/**
 * Runs when the batch has nothing but renders: then nothing has to be projected before them, and the products they touch are
 * locked and read in the same round trip.
 */
export async function projectRendersAhead(
  { em }: Pick<Context, 'em'>,
  received: readonly ReceivedRender[],
): Promise<ProjectedRenders> {
  const latest = latestFinished(received);
  if (latest.length === 0) return { changes: [] };
  const touched = latest.map(({ message }) => touchedBy(message));
  const [changes, rows, states] = await pipeline(
    em,
    renders.project(latest.map(stateOf)),
    sellerProducts.lockFirstOfArtworks(touched),
    productStates.ofArtworks(touched),
  );
  return { changes, locked: { chunk: lockedOf(rows), states } };
}

const touchedBy = ({ render }: RenderChanged): OfArtwork => ({
  artworkId: render!.artworkId,
  renderedOn: mockupOf(render!.templateId).templateId,
});

/** A render that is pending or failed does not replace the last finished image. */
const latestFinished = (received: readonly ReceivedRender[]) =>
  latestOf(
    received.filter(({ message: { render, deleted } }) => render!.status === 'rendered' || deleted),
    keyOf,
  );

async function store({ em }: Pick<Context, 'em'>, latest: readonly ReceivedRender[]): Promise<Change[]> {
  if (latest.length === 0) return [];
  const [changes] = await pipeline(em, renders.project(latest.map(stateOf)));
  return changes;
}

const stateOf = ({ message: { render, version, deleted }, event }: ReceivedRender) => ({
  artworkId: render!.artworkId,
  templateId: render!.templateId,
  version,
  deleted,
  payload: event.payload,
});

const keyOf = ({ render }: RenderChanged): string => `${render!.artworkId}/${render!.templateId}`;

function shown(state: unknown) {
  if (state === null) return null;
  const { render, deleted } = RenderChanged.fromJSON(state);
  return shownOfRender({ ...render!, deleted });
}
