import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, notFound, unknownReference } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import type { RenderInputs } from '../db/render-inputs.ts';
import { renewLease } from '../db/render-lease.ts';
import type { RenderData } from '../db/render-turn.ts';
import { sizeInPx } from '../domain/geometry.ts';
import { mustFit, type Placement, placementToRender } from '../domain/placement.ts';
import { leaseLost, leaseUntil } from '../domain/render.ts';
import { readyTemplate } from '../domain/template.ts';
import type { RenderWithOptions } from '../db/latest-renders.ts';
import {
  type Decide,
  finishRender,
  giveUpRender,
  type Pair,
  type RenderInput,
  takeTurn,
  type Wanted,
} from './render-turn.ts';

type Input = { artworkId: string; templateId: string; placement: Placement | null; productTypeId: string | null };

/**
 * Keeps the placement, composes its picture, unless that very picture stands already, and stores it. That is committed as it
 * goes: asked for again, the picture stands.
 */
export async function renderPlacement(context: Context, input: Input): Promise<Work<RenderWithOptions>> {
  let options: RenderWithOptions['options'] = null;
  const decide = ({ artwork, template, placement: kept }: RenderInputs): Wanted => {
    if (!artwork) throw notFound('artwork', input.artworkId);
    mustBeSeller(context.caller, artwork.sellerProfileId);
    if (!template?.isActive || (input.productTypeId !== null && template.productTypeId !== input.productTypeId)) {
      throw unknownReference('templateId', 'template');
    }
    ({ options } = template);
    const ready = readyTemplate(template);
    const placement = placementToRender(sizeInPx(artwork), ready.printArea, input.placement ?? kept);
    return { artwork, template: ready, placement };
  };
  const render = await renderOf(context, input, decide, { keepsPlacement: true });
  return async () => ({ render, options, isStale: false });
}

type PlacementOf = (artwork: Wanted['artwork']) => Placement;

/** The picture of an artwork that lies where it was once accepted; refused where it does not fit any more. */
export function asPlaced({ artwork, template }: RenderInputs, placementOf: PlacementOf): Wanted {
  if (!artwork) throw new DomainError('not_found', 'not_found', 'There is no such artwork any more');
  if (!template?.isActive) throw new DomainError('not_found', 'unknown_reference', 'The template is not used any more');
  const ready = readyTemplate(template);
  const placement = placementOf(artwork);
  mustFit(sizeInPx(artwork), placement, ready.printArea);
  return { artwork, template: ready, placement };
}

/** Longer than one picture takes, shorter than callers wait. */
const WAIT_FOR_OTHERS_MS = 25_000;
const LOOK_EVERY_MS = 60;

/** One picture of an artwork on a template is made at a time, so that record and stored picture never part. */
export async function renderOf(
  context: Context,
  { artworkId, templateId }: Pair,
  decide: Decide,
  { keepsPlacement = false } = {},
): Promise<RenderData> {
  const pair = { artworkId, templateId };
  const giveUpAt = Date.now() + WAIT_FOR_OTHERS_MS;
  for (let isFirst = true; isFirst || Date.now() < giveUpAt; isFirst = false) {
    const leaseId = newId();
    const keeps = keepsPlacement && isFirst;
    const { turn, render, input, picture } = await takeTurn(context, pair, decide, { leaseId, keepsPlacement: keeps });
    if (turn === 'done') return render;
    if (picture) return storePicture(context, picture, { ...input, leaseId }, render.pendingHash);
    await pause(LOOK_EVERY_MS);
  }
  throw new DomainError('busy', 'busy', 'This artwork is being rendered on this template; try again in a moment');
}

/** A picture that took longer asks once more whether it may be stored. */
const LEASE_FRESH_MS = 5_000;

async function storePicture(
  context: Context,
  making: Promise<Buffer>,
  input: RenderInput & { leaseId: string },
  pendingBefore: string | null,
) {
  let mayStand = false;
  const renew = async () => {
    if (!(await renewLease(context.em, input, leaseUntil(context.now())))) throw leaseLost();
  };
  try {
    const begin = performance.now();
    // That this picture may come to stand is known before it does, and nobody waits for that.
    const [picture] = await Promise.all([making, renew()]);
    if (performance.now() - begin > LEASE_FRESH_MS) await renew();
    mayStand = true;
    await context.store.put(input.key, picture, { contentType: 'image/webp', isPublic: true });
    return await finishRender(context, input);
  } catch (error) {
    await giveUpRender(context, input, mayStand ? input.inputHash : pendingBefore);
    throw error;
  }
}
