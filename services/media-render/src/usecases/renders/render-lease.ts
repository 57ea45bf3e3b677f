import { areaName, mockupOf } from '@estampa/kernel/mockup-name';
import type { EntityManager } from '@mikro-orm/postgresql';
import { inputHashOf, imageName } from '../../adapters/input-hash.ts';
import { renderedFiles } from '../../adapters/stored-image.ts';
import type { Context } from '../../context.ts';
import { otherPrints, studioFiles } from './studio-files.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { outdatedRenders } from '../../db/outdated-render-repository.ts';
import { renderTasks } from '../../db/render-task-repository.ts';
import { soldImages } from '../../db/sold-image-repository.ts';
import { lockRenderWithInputs, type RenderedArtwork, type RenderInputs } from '../../db/render-inputs.ts';
import { placements } from '../../db/placement-repository.ts';
import { renders } from '../../db/render-repository.ts';
import type { RenderRow } from '../../db/tables/render.ts';
import { outputSize, RENDER_LONG_SIDE_MAX_PX } from '../../domain/composition-plan.ts';
import type { Placement } from '../../domain/placement.ts';
import { printedArea } from '../../domain/print-margins.ts';
import {
  COULD_NOT,
  failed,
  finished,
  leaseLost,
  leaseUntil,
  nextStep,
  type ShownPrint,
  started,
} from '../../domain/render.ts';
import { fileOf, isLatestRenderKey, renderKey } from '../../domain/storage-keys.ts';
import type { FurtherArea, ReadyTemplate } from '../../domain/template.ts';
import { MAKING_MS, ORDERED_RETENTION_MS, REPLACED_RETENTION_MS } from '../../domain/upload.ts';
import { publishRender } from '../../messages/render.ts';

export type Pair = { artworkId: string; templateId: string };

/** What lies on a further surface. */
export type OtherWanted = { area: FurtherArea; artwork: RenderedArtwork; placement: Placement };

/** What an image is made of. */
export type Wanted = {
  artwork: RenderedArtwork;
  template: ReadyTemplate;
  placement: Placement;
  others: readonly OtherWanted[];
};

/** Says what is to be made of what there is now, if anything, or rejects. */
export type Decide = (inputs: RenderInputs, render: RenderRow | null) => Wanted | null | Promise<Wanted | null>;

export type RenderInput = Pick<
  RenderRow,
  | 'artworkId'
  | 'templateId'
  | 'templateRevision'
  | 'artworkVersion'
  | 'placement'
  | 'printArea'
  | 'others'
  | 'widthPx'
  | 'heightPx'
  | 'colours'
> & { inputHash: string; key: string };

/** Begins to make an image in one colour, with its copies. */
export type MakeColour = () => Promise<Buffer>[];

/** What is made where the step is to render; the first is under way. */
type Lease =
  | { step: 'done'; render: RenderRow | null }
  | { step: 'wait' }
  | { step: 'render'; input: RenderInput; colours: MakeColour[] };

/**
 * Decides under the row's lock who makes the image; the lock itself ends here, the lease goes on. Each image has a place of its
 * own in storage, which is written down to be cleared before anything is there: only its record lets it stay.
 */
export function leaseRender(
  { em, call, now, studio }: Context,
  pair: Pair,
  decide: Decide,
  { leaseId, retainsPlacement }: { leaseId: string; retainsPlacement: boolean },
): Promise<Lease> {
  return em.fork().transactional(async (tx): Promise<Lease> => {
    const { render: known, inputs } = await lockRenderWithInputs(tx, pair);
    const wanted = await decide(inputs, known);
    if (!wanted) return { step: 'done', render: known };
    const input = inputOf(pair, wanted, { leaseId, now: now() });
    const render = known ?? (await renders.insert(tx, input, now()));
    const step = nextStep(render, input.inputHash, now());
    if (retainsPlacement) {
      placements.saveAll(tx, placedRows(pair, wanted, now()));
      // The latest request replaces earlier ones, and is not lost with this process either.
      const { placement, artwork } = wanted;
      const until = leaseUntil(now());
      renderTasks.takeOver(tx, pair, { leaseId, placement, artworkVersion: artwork.fileVersion, until });
    }
    if (step === 'done') {
      renderTasks.deleteOfLease(tx, leaseId);
      if (render.otherArtworkIds.length > 0) discardedObjects.insertUnused(tx, render.key!, now());
      // Published again, so that this response waits until the image is projected, even if its event has only just been sent.
      publishRender(tx, 'render_rendered', { render, options: inputs.template?.options ?? null });
      return { step, render };
    }
    if (step === 'wait') return { step };
    renders.save(tx, { ...render, ...started(render, leaseId, now()), isDeleted: false });
    discardedObjects.insert(tx, [input.key], new Date(now().getTime() + MAKING_MS));
    // Starts before the lease commits; if the commit fails, the image is discarded.
    const [makeFirst, ...others] = coloursOf(studio, wanted, call.signal);
    const first = makeFirst!();
    return { step, input, colours: [() => first, ...others] };
  });
}

/** One for each surface that shows something. */
const placedRows = ({ artworkId, templateId }: Pair, { placement, others }: Wanted, updatedAt: Date) => {
  const template = mockupOf(templateId).templateId;
  const own = { ...placement, artworkId, templateId: template, updatedAt };
  const further = others.map(({ area, artwork, placement: lies }) => ({
    ...lies,
    artworkId: artwork.id,
    templateId: areaName(template, area.key),
    updatedAt,
  }));
  return [own, ...further];
};

function coloursOf(
  studio: Context['studio'],
  { artwork, template, placement, others }: Wanted,
  signal: AbortSignal | null,
): MakeColour[] {
  const composition = { template, artwork: studioFiles(artwork), placement, others: otherPrints(others), signal };
  const colours = template.colours?.values.map(({ hexColor }) => hexColor) ?? [null];
  return colours.map((colour) => () => renderedFiles(studio, { ...composition, colour }));
}

/** @throws DomainError `busy` where another process has taken over. */
export async function renewLease({ em, now }: Context, lease: RenderInput & { leaseId: string }): Promise<void> {
  const isOurs = await renders.renewLease(em.fork(), lease, leaseUntil(now()));
  if (!isOurs) throw leaseLost();
}

function inputOf(
  { artworkId, templateId }: Pair,
  { artwork, template, placement, others }: Wanted,
  { leaseId, now }: { leaseId: string; now: Date },
): RenderInput {
  const { fileVersion, contentHash } = artwork;
  const { width, height } = outputSize(template.sourceImage, RENDER_LONG_SIDE_MAX_PX);
  const { revision, colours } = template;
  const inputHash = inputHashOf(
    { artworkId, fileVersion, contentHash, templateId, revision, placement },
    others.map(({ area, artwork: { id, ...file }, placement: lies }) => ({
      surface: area.key,
      artworkId: id,
      fileVersion: file.fileVersion,
      contentHash: file.contentHash,
      placement: lies,
    })),
  );
  return {
    artworkId,
    templateId,
    templateRevision: revision,
    artworkVersion: fileVersion,
    placement: { ...placement, updatedAt: now.toISOString() },
    printArea: printedArea(template),
    others: others.length > 0 ? others.map(shownPrint) : null,
    key: renderKey(fileOf(artwork), templateId, {
      name: imageName(inputHash, leaseId),
      widthPx: width,
      colours: colours?.values.length ?? 1,
    }),
    colours: colours && { option: colours.option, values: colours.values.map(({ value }) => value) },
    inputHash,
    widthPx: width,
    heightPx: height,
  };
}

const shownPrint = ({ area, artwork, placement }: OtherWanted): ShownPrint => ({
  surface: area.key,
  artworkId: artwork.id,
  artworkVersion: artwork.fileVersion,
  placement,
  printArea: printedArea(area),
});

export function finishRender({ em, now }: Context, input: RenderInput & { leaseId: string }): Promise<RenderRow> {
  const { leaseId, ...image } = input;
  return em.fork().transactional(async (tx) => {
    const { render: before, options } = await renders.lockWithOptions(tx, input);
    const state = finished(before, leaseId);
    const render = { ...before, ...state, ...image, createdAt: now(), version: before.version + 1 };
    renders.save(tx, render);
    retainImage(tx, image.key, render, render.createdAt);
    renderTasks.deleteOfLease(tx, leaseId);
    discardReplaced(tx, before, now());
    outdatedRenders.queueOfPair(tx, image, now());
    publishRender(tx, 'render_rendered', { render, options });
    return render;
  });
}

/** What shows several artworks stays only for as long as a product has all of them, or may yet. */
function retainImage(tx: EntityManager, key: string, { otherArtworkIds }: RenderRow, madeAt: Date): void {
  if (otherArtworkIds.length === 0) discardedObjects.retain(tx, [key]);
  else discardedObjects.insertUnused(tx, key, madeAt);
}

/** Pages and orders may show the image that was there before. */
function discardReplaced(tx: EntityManager, { key, artworkId, templateId, createdAt }: RenderRow, now: Date): void {
  if (key === null) return;
  if (isLatestRenderKey(key)) return soldImages.insert(tx, [key]);
  const after = (ms: number) => new Date(now.getTime() + ms);
  const due = { dueAt: after(REPLACED_RETENTION_MS), orderedDueAt: after(ORDERED_RETENTION_MS) };
  discardedObjects.insertRender(tx, { key, artworkId, templateId, createdAt }, due);
}

/** Lets the next one try. The first error is the one to report, so nothing is thrown here. */
export async function giveUpRender({ em }: Context, input: RenderInput & { leaseId: string }): Promise<void> {
  await em
    .fork()
    .transactional(async (tx) => {
      const { render: before, options } = await renders.lockWithOptions(tx, input);
      const state = failed(before, input.leaseId, COULD_NOT);
      const render = { ...before, ...state, version: before.version + 1 };
      renders.save(tx, render);
      if (render.status === 'failed') publishRender(tx, 'render_failed', { render, options });
    })
    .catch(() => undefined);
}
