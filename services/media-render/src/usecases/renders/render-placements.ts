import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, unknownReference } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { artworks } from '../../db/artwork-repository.ts';
import { loadLatestRenders, type RenderWithOptions } from '../../db/latest-renders.ts';
import { placements } from '../../db/placement-repository.ts';
import { type RenderRequest, renderTasks } from '../../db/render-task-repository.ts';
import type { ArtworkRow } from '../../db/tables/artwork.ts';
import type { TemplateRow } from '../../db/tables/template.ts';
import { templates } from '../../db/template-repository.ts';
import { outputSize, RENDER_LONG_SIDE_MAX_PX } from '../../domain/composition-plan.ts';
import { sizeInPx } from '../../domain/geometry.ts';
import { type Placement, placementToRender } from '../../domain/placement.ts';
import { COULD_NOT } from '../../domain/render.ts';
import { readyTemplate } from '../../domain/template.ts';
import { getArtwork } from '../artworks/get-artwork.ts';
import { MAKE_RENDERS, renderWhile } from './make-renders.ts';
import { rescaledFor } from './render-placement.ts';

export const RENDERS_AT_ONCE_MAX = 50;
/** Less time than this is too little for another image and the response. */
const TIME_FOR_ONE_MS = 5_000;
/** The response is begun when no more than this is left. */
const TIME_TO_RESPONSE_MS = 2_000;
const POLL_EVERY_MS = 100;

type Wanted = { templateId: string; placement: Placement | null };
type Accepted = RenderRequest['wanted'][number];
type Rejected = { templateId: string; code: string; message: string };
export type Rendered = { renders: RenderWithOptions[]; failed: Rejected[] };

/**
 * Renders an artwork on several templates; a template that is rejected is named, and loses none of the others. What is not
 * made when the time for the response is over is made in the background, and listed as it is by then.
 */
export async function renderPlacements(
  context: Context,
  { artworkId, wanted }: { artworkId: string; wanted: readonly Wanted[] },
): Promise<TransactionBody<Rendered>> {
  mustBeFew(wanted);
  const { em } = context;
  const seen = await getArtwork(context, artworkId);
  const { accepted, rejected } = await transact(em.fork(), (tx) => queued({ ...context, em: tx }, seen, wanted));
  const ids = accepted.map(({ id }) => id);
  const templateIds = accepted.map(({ templateId }) => templateId);
  if (ids.length > 0) {
    context.wake(MAKE_RENDERS);
    await renderWhile(context, hasTime(context, TIME_FOR_ONE_MS), ids);
    await untilMade(context, { artworkId, templateIds });
  }
  const { renders } = await loadLatestRenders(em, { artworkIds: [artworkId], templateIds });
  const shown = inOrder(accepted.length === 0 ? [] : renders, accepted);
  return async () => ({
    renders: shown.filter(({ render }) => render.status !== 'failed'),
    failed: [...rejected, ...shown.filter(({ render }) => render.status === 'failed').map(asFailed)],
  });
}

/** The request was meant for the file that was seen; no other takes its place until it is stored. */
async function queued({ em, now }: Context, seen: ArtworkRow, wanted: readonly Wanted[]) {
  const { id: artworkId, sellerProfileId } = seen;
  const artwork = await artworks.lockShared(em, artworkId);
  const { accepted, rejected } = await sorted(
    em,
    artwork,
    wanted.map(({ templateId, placement }) => ({
      templateId,
      placement: placement && rescaledFor(artwork, placement, seen),
    })),
  );
  if (accepted.length > 0) await renderTasks.insert(em, { artworkId, sellerProfileId, wanted: accepted, now: now() });
  return { accepted, rejected };
}

async function sorted(em: EntityManager, artwork: ArtworkRow, wanted: readonly Wanted[]) {
  const templateIds = wanted.map(({ templateId }) => templateId);
  const active = await templates.findActive(em, templateIds);
  const stored = await placements.find(em, artwork.id, templateIds);
  let left = await renderTasks.countFree(em, artwork.sellerProfileId);
  const [accepted, rejected]: [Map<string, Accepted>, Rejected[]] = [new Map(), []];
  for (const { templateId, placement } of wanted) {
    try {
      if (accepted.has(templateId)) throw twice();
      if (left === 0) throw tooMany();
      const template = active.find(({ id }) => id === templateId);
      if (!template) throw unknownReference('templateId', 'template');
      const unchanged = stored.find((one) => one.templateId === templateId);
      accepted.set(templateId, acceptedOn(template, artwork, placement ?? unchanged ?? null));
      left -= 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      rejected.push({ templateId, code: error.reason, message: error.message });
    }
  }
  return { accepted: [...accepted.values()], rejected };
}

function acceptedOn(template: TemplateRow, artwork: ArtworkRow, requested: Placement | null): Accepted {
  const ready = readyTemplate(template);
  const placement = placementToRender(sizeInPx(artwork), ready.printArea, requested);
  const { width, height } = outputSize(ready.sourceImage, RENDER_LONG_SIDE_MAX_PX);
  return {
    id: newId(),
    templateId: template.id,
    placement,
    renderId: newId(),
    artworkVersion: artwork.fileVersion,
    widthPx: width,
    heightPx: height,
  };
}

/** Another replica may be at work on some of them. */
async function untilMade(
  context: Context,
  pairs: { artworkId: string; templateIds: readonly string[] },
): Promise<void> {
  const { em, now } = context;
  const mayWait = hasTime(context, TIME_TO_RESPONSE_MS);
  while (mayWait() && (await renderTasks.areUnderWay(em, { ...pairs, now: now() }))) await pause(POLL_EVERY_MS);
}

function hasTime({ call: { deadline, signal } }: Context, ms: number): () => boolean {
  return () => !signal?.aborted && (deadline === null || deadline - Date.now() >= ms);
}

const inOrder = (renders: readonly RenderWithOptions[], accepted: readonly Accepted[]): RenderWithOptions[] =>
  accepted.flatMap(({ templateId }) => renders.filter(({ render }) => render.templateId === templateId));

const asFailed = ({ render: { templateId, error } }: RenderWithOptions): Rejected => ({
  templateId,
  code: 'render_failed',
  message: error ?? COULD_NOT,
});

const twice = () => new DomainError('invalid', 'duplicate', 'This template is named more than once');
const tooMany = () => new DomainError('busy', 'busy', 'Too many pictures are waiting to be made; try again later');

function mustBeFew(wanted: readonly Wanted[]): void {
  if (wanted.length >= 1 && wanted.length <= RENDERS_AT_ONCE_MAX) return;
  const message = `must name 1 to ${RENDERS_AT_ONCE_MAX} templates`;
  const fields = [{ path: 'templateIds', code: 'out_of_range', message }];
  throw new DomainError('invalid', 'validation_failed', `templateIds ${message}`, { fields });
}
