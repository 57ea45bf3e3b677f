import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, unknownReference } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mockupName, mockupOf } from '@estampa/kernel/mockup-name';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import { mustBeLightEnough } from '../../adapters/composition-weight.ts';
import type { Context } from '../../context.ts';
import { artworks } from '../../db/artwork-repository.ts';
import { loadLatestRenders, type RenderWithOptions } from '../../db/latest-renders.ts';
import { placements } from '../../db/placement-repository.ts';
import { lockOthers, type RenderInputs } from '../../db/render-inputs.ts';
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
import { mustBeEachOnce, otherWanted, type PlacementOf, type RequestedPrint } from './other-prints.ts';
import { rescaledFor } from './render-placement.ts';
import { otherPrints, studioFiles } from './studio-files.ts';

export const RENDERS_AT_ONCE_MAX = 50;
/** Less time than this is too little for another image and the response. */
const TIME_FOR_ONE_MS = 5_000;
/** The response is begun when no more than this is left. */
const TIME_TO_RESPONSE_MS = 2_000;
const POLL_EVERY_MS = 100;

type Wanted = { templateId: string; placement: Placement | null; others: readonly RequestedPrint[] };
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
  const own = await getArtwork(context, artworkId);
  const further = await artworks.findAll(
    em,
    wanted.flatMap(({ others }) => others.map((one) => one.artworkId)),
  );
  const seen = new Map([own, ...further].map((artwork) => [artwork.id, artwork]));
  const { accepted, rejected } = await transact(em.fork(), (tx) =>
    queued({ ...context, em: tx }, { own, seen }, wanted),
  );
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

type Seen = ReadonlyMap<string, ArtworkRow>;

/** The request was meant for the files that were seen; no others take their place until it is stored. */
async function queued(
  { em, caller, now }: Context,
  { own: { id: artworkId, sellerProfileId }, seen }: { own: ArtworkRow; seen: Seen },
  wanted: readonly Wanted[],
) {
  const artwork = await artworks.lockShared(em, artworkId);
  const { accepted, rejected } = await sorted({ em, caller }, { artwork, seen }, wanted);
  if (accepted.length > 0) await renderTasks.insert(em, { artworkId, sellerProfileId, wanted: accepted, now: now() });
  return { accepted, rejected };
}

async function sorted(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { artwork, seen }: { artwork: ArtworkRow; seen: Seen },
  wanted: readonly Wanted[],
) {
  const templateIds = wanted.map(({ templateId }) => templateId);
  const active = await templates.findActive(em, templateIds);
  const stored = await placements.find(em, artwork.id, templateIds);
  let left = await renderTasks.countFree(em, artwork.sellerProfileId);
  const [accepted, rejected]: [Map<string, Accepted>, Rejected[]] = [new Map(), []];
  for (const { templateId, placement, others: requested } of wanted) {
    try {
      if (accepted.has(templateId)) throw twice();
      if (left === 0) throw tooMany();
      const template = active.find(({ id }) => id === templateId);
      if (!template) throw unknownReference('templateId', 'template');
      mustBeEachOnce(requested);
      const others = await lockOthers(em, { artworkId: artwork.id, templateId: mockupName(templateId, requested) });
      for (const other of others.flatMap((one) => one.artwork ?? [])) mustBeSeller(caller, other.sellerProfileId);
      const unchanged = stored.find((one) => one.templateId === templateId) ?? null;
      const meant = placement && rescaledFor(artwork, placement, seen.get(artwork.id));
      const otherPlacement: PlacementOf = (surface, other) => {
        const lies = requested.find((one) => one.surface === surface)?.placement;
        return lies && rescaledFor(other, lies, seen.get(other.id));
      };
      accepted.set(
        templateId,
        acceptedOn(template, artwork, { placement: meant ?? unchanged, others, otherPlacement }),
      );
      left -= 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      rejected.push({ templateId, code: error.reason, message: error.message });
    }
  }
  return { accepted: [...accepted.values()], rejected };
}

type Placed = { placement: Placement | null; others: RenderInputs['others']; otherPlacement: PlacementOf };

function acceptedOn(template: TemplateRow, artwork: ArtworkRow, requested: Placed): Accepted {
  const ready = readyTemplate(template);
  const placement = placementToRender(sizeInPx(artwork), ready.printArea, requested.placement);
  const others = otherWanted(ready, requested.others, requested.otherPlacement);
  const files = studioFiles({ ...artwork, takenKey: null });
  mustBeLightEnough({ template: ready, artwork: files, placement, others: otherPrints(others), kind: 'render' });
  const { width, height } = outputSize(ready.sourceImage, RENDER_LONG_SIDE_MAX_PX);
  const further = others.map((one) => ({
    surface: one.area.key,
    artworkId: one.artwork.id,
    placement: one.placement,
  }));
  return {
    id: newId(),
    templateId: mockupName(template.id, further),
    placement,
    others: further,
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

const asFailed = ({ render: { templateId: name, error } }: RenderWithOptions): Rejected => ({
  templateId: mockupOf(name).templateId,
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
