import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, notFound, unknownReference } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { colourImages } from '@estampa/kernel/image-sizes';
import { mockupName } from '@estampa/kernel/mockup-name';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import { pipeline, run } from '@estampa/kit/postgres/statement';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { putImage } from '../../adapters/stored-image.ts';
import type { Context } from '../../context.ts';
import type { RenderedArtwork, RenderInputs } from '../../db/render-inputs.ts';
import { renders } from '../../db/render-repository.ts';
import type { RenderRow } from '../../db/tables/render.ts';
import { scaleForNewFile } from '../../domain/artwork.ts';
import { sizeInPx } from '../../domain/geometry.ts';
import { latestRenderKey } from '../../domain/storage-keys.ts';
import { mustFit, type Placement, placementToRender, rescaled } from '../../domain/placement.ts';
import { readyTemplate } from '../../domain/template.ts';
import { soldImages } from '../../db/sold-image-repository.ts';
import type { RenderWithOptions } from '../../db/latest-renders.ts';
import { mustBeEachOnce, otherWanted, type RequestedPrint } from './other-prints.ts';
import {
  type Decide,
  finishRender,
  giveUpRender,
  type MakeColour,
  type Pair,
  type RenderInput,
  leaseRender,
  renewLease,
  type Wanted,
} from './render-lease.ts';

type Input = {
  artworkId: string;
  templateId: string;
  placement: Placement | null;
  productTypeId: string | null;
  /** Shown on further surfaces of the template. */
  others: readonly RequestedPrint[];
};

/**
 * Stores the placement, composes its image, unless that very image stands already, and stores it. That is committed as it goes: when
 * the request is repeated, the image stands.
 */
export async function renderPlacement(context: Context, input: Input): Promise<TransactionBody<RenderWithOptions>> {
  mustBeEachOnce(input.others);
  let options: RenderWithOptions['options'] = null;
  const seenFirst = new Map<string, RenderedArtwork>();
  // The request was meant for the file that was there then; what is stored has been brought up to the newest.
  const meant = (artwork: RenderedArtwork, requested: Placement | null | undefined) => {
    const seen = seenFirst.get(artwork.id) ?? artwork;
    seenFirst.set(artwork.id, seen);
    return requested && rescaledFor(artwork, requested, seen);
  };
  const decide = ({ artwork, template, placement: stored, others }: RenderInputs): Wanted => {
    if (!artwork) throw notFound('artwork', input.artworkId);
    for (const one of [artwork, ...others.flatMap((other) => other.artwork ?? [])])
      mustBeSeller(context.caller, one.sellerProfileId);
    if (!template?.isActive || (input.productTypeId !== null && template.productTypeId !== input.productTypeId)) {
      throw unknownReference('templateId', 'template');
    }
    ({ options } = template);
    const ready = readyTemplate(template);
    const requested = meant(artwork, input.placement);
    const placement = placementToRender(sizeInPx(artwork), ready.printArea, requested ?? stored);
    const requestedOn = (surface: string) => input.others.find((one) => one.surface === surface)?.placement;
    const shown = otherWanted(ready, others, (surface, other) => meant(other, requestedOn(surface)));
    return { artwork, template: ready, placement, others: shown };
  };
  const pair = { artworkId: input.artworkId, templateId: mockupName(input.templateId, input.others) };
  const render = (await renderOf(context, pair, decide, { retainsPlacement: true }))!;
  return async () => ({ render, options, isStale: false });
}

/** Lets an artwork lie as large as it did, whichever file it has now. */
export function rescaledFor(
  artwork: { widthPx: number; heightPx: number },
  placement: Placement,
  before: Parameters<typeof scaleForNewFile>[0] | null | undefined,
): Placement {
  return rescaled(placement, (before && scaleForNewFile(before, artwork)) ?? 1);
}

type PlacementOf = (artwork: Wanted['artwork']) => Placement;

/** The image of an artwork that lies where it was once accepted; rejected where it does not fit any more. */
export function asPlaced(
  { artwork, template, others }: RenderInputs,
  placementOf: PlacementOf,
  otherPlacementOf: Parameters<typeof otherWanted>[2] = () => null,
): Wanted {
  if (!artwork) throw new DomainError('not_found', 'not_found', 'There is no such artwork any more');
  if (!template?.isActive) throw new DomainError('not_found', 'unknown_reference', 'The template is not used any more');
  const ready = readyTemplate(template);
  const placement = placementOf(artwork);
  mustFit(sizeInPx(artwork), placement, ready.printArea);
  return { artwork, template: ready, placement, others: otherWanted(ready, others, otherPlacementOf) };
}

/** Longer than one image takes, shorter than callers wait. */
const WAIT_FOR_OTHERS_MS = 25_000;
const POLL_EVERY_MS = 60;

/** One image of an artwork on a template is made at a time; what `decide` has no wish for stays as it is. */
export async function renderOf(
  context: Context,
  { artworkId, templateId }: Pair,
  decide: Decide,
  { retainsPlacement = false } = {},
): Promise<RenderRow | null> {
  const pair = { artworkId, templateId };
  const giveUpAt = Date.now() + WAIT_FOR_OTHERS_MS;
  const leaseId = newId();
  for (let isFirst = true; isFirst || Date.now() < giveUpAt; isFirst = false) {
    const retains = retainsPlacement && isFirst;
    const lease = await leaseRender(context, pair, decide, { leaseId, retainsPlacement: retains });
    if (lease.step === 'done') return lease.render;
    if (lease.step === 'render') return storeImage(context, lease.colours, { ...lease.input, leaseId });
    await pause(POLL_EVERY_MS);
  }
  throw new DomainError('busy', 'busy', 'This artwork is being rendered on this template; try again in a moment');
}

/** In one colour after the other, so that others have their turn in between; the lease is for one colour, however many there are. */
async function storeImage(
  context: Context,
  colours: readonly MakeColour[],
  input: RenderInput & { leaseId: string },
): Promise<RenderRow> {
  try {
    const keys = colourImages(input.key);
    for (const [at, makeColour] of colours.entries()) {
      if (at > 0) await renewLease(context, input);
      await putImage(context.store, keys[at]!, makeColour());
    }
    const render = await finishRender(context, input);
    await showAsLatest(context, input);
    return render;
  } catch (error) {
    await giveUpRender(context, input);
    throw error;
  }
}

/**
 * Shows the pair's current image at the address that names no image. Images recorded in one order may be copied in the other, so
 * each copy is followed by another check, and the last one leaves the current image. Nothing depends on it: a client with the
 * image's own address sees it there.
 */
async function showAsLatest({ em, store, log }: Context, { key, ...pair }: Pair & { key: string }): Promise<void> {
  const latest = latestRenderKey(key);
  try {
    const [[sold], [found]] = await pipeline(em.fork(), soldImages.ofKey(latest), renders.imageKey(pair));
    if (sold) return;
    let shown: string | null = null;
    let current = found?.key ?? null;
    while (current !== null && current !== shown && current !== latest) {
      await store.copy(current, latest, { contentType: 'image/webp', isPublic: true, isChanging: true });
      shown = current;
      current = (await run(em.fork(), renders.imageKey(pair)))[0]?.key ?? null;
    }
  } catch (error) {
    log.warn({ err: error, key }, 'the latest render is not marked as such');
  }
}
