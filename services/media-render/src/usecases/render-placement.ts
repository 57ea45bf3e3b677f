import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, notFound, unknownReference } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import { inputHashOf } from '../adapters/input-hash.ts';
import type { Context } from '../context.ts';
import { artworkFiles } from '../db/artwork-files.ts';
import type { ArtworkRow } from '../db/artwork.entity.ts';
import { keepPlacement, loadRenderInputs } from '../db/render-inputs.ts';
import { renewLease } from '../db/render-lease.ts';
import type { RenderData } from '../db/render-turn.ts';
import { outputSize, RENDER_LONG_SIDE_MAX_PX } from '../domain/composition-plan.ts';
import { type Placement, placementToRender } from '../domain/placement.ts';
import { leaseLost, leaseUntil } from '../domain/render.ts';
import { fileOf, renderKey } from '../domain/storage-keys.ts';
import { type ReadyTemplate, readyTemplate } from '../domain/template.ts';
import type { RenderWithOptions } from '../db/latest-renders.ts';
import { finishRender, giveUpRender, type RenderInput, takeTurn } from './render-turn.ts';

type Input = { artworkId: string; templateId: string; placement: Placement | null; productTypeId: string | null };

/**
 * Keeps the placement, composes its picture, unless that very picture stands already, and stores it. That is committed as it
 * goes: asked for again, the picture stands.
 */
export async function renderPlacement(context: Context, input: Input): Promise<Work<RenderWithOptions>> {
  const { artwork, template, placement: kept } = await loadRenderInputs(context.em, input);
  if (!artwork) throw notFound('artwork', input.artworkId);
  mustBeSeller(context.caller, artwork.sellerProfileId);
  if (!template?.isActive || (input.productTypeId !== null && template.productTypeId !== input.productTypeId)) {
    throw unknownReference('templateId', 'template');
  }
  const ready = readyTemplate(template);
  const size = { width: artwork.widthPx, height: artwork.heightPx };
  const placement = placementToRender(size, ready.printArea, input.placement ?? kept);

  await keepPlacement(context.em, input, placement, context.now());
  const render = await renderOf(context, artwork, ready, placement);
  return async () => ({ render, options: template.options, isStale: false });
}

/** What a picture says of its artwork. */
type RenderedArtwork = Parameters<typeof artworkFiles>[0] & Pick<ArtworkRow, 'contentHash'>;

/** Longer than one picture takes, shorter than callers wait. */
const WAIT_FOR_OTHERS_MS = 25_000;
const LOOK_EVERY_MS = 60;

/** One picture of an artwork on a template is made at a time, so that record and stored picture never part. */
export async function renderOf(
  context: Context,
  artwork: RenderedArtwork,
  template: ReadyTemplate,
  placement: Placement,
): Promise<RenderData> {
  const { id: artworkId, fileVersion, contentHash } = artwork;
  const input: RenderInput = {
    artworkId,
    templateId: template.id,
    templateRevision: template.revision,
    artworkVersion: fileVersion,
    placement: { ...placement, updatedAt: context.now().toISOString() },
    printArea: { bounds: template.printArea, widthMm: template.printWidthMm },
    key: renderKey(fileOf(artwork), template.id),
    inputHash: inputHashOf({
      artworkId,
      fileVersion,
      contentHash,
      templateId: template.id,
      revision: template.revision,
      placement,
    }),
    ...sizes(outputSize(template.sourceImage, RENDER_LONG_SIDE_MAX_PX)),
  };
  const giveUpAt = Date.now() + WAIT_FOR_OTHERS_MS;
  while (Date.now() < giveUpAt) {
    const { turn, render, leaseId } = await takeTurn(context, input, newId());
    if (turn === 'done') return render;
    if (turn === 'work') return work(context, artwork, template, { ...input, leaseId });
    await pause(LOOK_EVERY_MS);
  }
  throw new DomainError('busy', 'busy', 'This artwork is being rendered on this template; try again in a moment');
}

async function work(
  context: Context,
  artwork: RenderedArtwork,
  template: ReadyTemplate,
  input: RenderInput & { leaseId: string },
) {
  try {
    const picture = await context.studio.make({
      template,
      artwork: artworkFiles(artwork),
      placement: input.placement,
      kind: 'render',
    });
    if (!(await renewLease(context.em, input, leaseUntil(context.now())))) throw leaseLost();
    await context.store.put(input.key, picture, { contentType: 'image/webp', isPublic: true });
    return await finishRender(context, input);
  } catch (error) {
    await giveUpRender(context, input);
    throw error;
  }
}

const sizes = ({ width, height }: { width: number; height: number }) => ({ widthPx: width, heightPx: height });
