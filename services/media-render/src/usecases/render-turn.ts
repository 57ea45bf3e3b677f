import { inputHashOf } from '../adapters/input-hash.ts';
import type { Context } from '../context.ts';
import { artworkFiles } from '../db/artwork-files.ts';
import { isDiscarded } from '../db/discarded-object.ts';
import { keepPlacement, lockRenderWithInputs, type RenderedArtwork, type RenderInputs } from '../db/render-inputs.ts';
import { addRender, lockRender, type RenderData, saveRender } from '../db/render-turn.ts';
import type { RenderRow } from '../db/render.entity.ts';
import { outputSize, RENDER_LONG_SIDE_MAX_PX } from '../domain/composition-plan.ts';
import type { Placement } from '../domain/placement.ts';
import { COULD_NOT, failed, finished, started, type Turn, turnOf } from '../domain/render.ts';
import { fileOf, renderKey } from '../domain/storage-keys.ts';
import type { ReadyTemplate } from '../domain/template.ts';
import { announceRender } from '../messages/render.ts';

export type Pair = { artworkId: string; templateId: string };

/** What a picture is made of. */
export type Wanted = { artwork: RenderedArtwork; template: ReadyTemplate; placement: Placement };

/** Says what is to be made of what there is now, or refuses. */
export type Decide = (inputs: RenderInputs) => Wanted;

export type RenderInput = Pick<
  RenderRow,
  | 'artworkId'
  | 'templateId'
  | 'templateRevision'
  | 'artworkVersion'
  | 'placement'
  | 'printArea'
  | 'widthPx'
  | 'heightPx'
> & { inputHash: string; key: string };

/** `picture` is being made where the turn is to work. */
type Taken = { turn: Turn; render: RenderData; input: RenderInput; picture: Promise<Buffer> | null };

/**
 * Decides under the row's lock who makes the picture; the lock itself ends here, the lease goes on. Where one was removed, its
 * object must have left storage first: the new one will have the same key.
 */
export function takeTurn(
  { em, now, studio }: Context,
  pair: Pair,
  decide: Decide,
  { leaseId, keepsPlacement }: { leaseId: string; keepsPlacement: boolean },
): Promise<Taken> {
  return em.fork().transactional(async (tx) => {
    const { render: known, inputs } = await lockRenderWithInputs(tx, pair);
    const wanted = decide(inputs);
    const input = inputOf(pair, wanted, now());
    const render = known ?? (await addRender(tx, input, now()));
    const turn =
      render.isDeleted && (await isDiscarded(tx, input.key)) ? 'wait' : turnOf(render, input.inputHash, now());
    if (keepsPlacement) keepPlacement(tx, pair, wanted.placement, now());
    // Who made it may have only just told of it: told again, it is waited for until it shows.
    if (turn === 'done') announceRender(tx, 'render_rendered', { render, options: inputs.template?.options ?? null });
    if (turn !== 'work') return { turn, render, input, picture: null };
    saveRender(tx, { ...render, ...started(render, leaseId, now()), isDeleted: false });
    // While the turn is being committed; should it not be, the picture is for nothing.
    const picture = make(studio, wanted);
    picture.catch(() => undefined);
    return { turn, render, input, picture };
  });
}

const make = (studio: Context['studio'], { artwork, template, placement }: Wanted): Promise<Buffer> =>
  studio.make({ template, artwork: artworkFiles(artwork), placement, kind: 'render' });

function inputOf({ artworkId, templateId }: Pair, { artwork, template, placement }: Wanted, now: Date): RenderInput {
  const { fileVersion, contentHash } = artwork;
  const { width, height } = outputSize(template.sourceImage, RENDER_LONG_SIDE_MAX_PX);
  const { revision } = template;
  return {
    artworkId,
    templateId,
    templateRevision: revision,
    artworkVersion: fileVersion,
    placement: { ...placement, updatedAt: now.toISOString() },
    printArea: { bounds: template.printArea, widthMm: template.printWidthMm },
    key: renderKey(fileOf(artwork), templateId),
    inputHash: inputHashOf({ artworkId, fileVersion, contentHash, templateId, revision, placement }),
    widthPx: width,
    heightPx: height,
  };
}

export function finishRender({ em, now }: Context, input: RenderInput & { leaseId: string }): Promise<RenderData> {
  const { leaseId, ...picture } = input;
  return em.fork().transactional(async (tx) => {
    const { render: before, options } = await lockRender(tx, input);
    const state = finished(before, leaseId);
    const render = { ...before, ...state, ...picture, createdAt: now(), version: before.version + 1 };
    saveRender(tx, render);
    announceRender(tx, 'render_rendered', { render, options });
    return render;
  });
}

/** Lets the next one try; `pendingHash` as far as anything was stored. The first error is the one to report, so nothing is thrown here. */
export async function giveUpRender(
  { em }: Context,
  input: RenderInput & { leaseId: string },
  pendingHash: string | null,
): Promise<void> {
  await em
    .fork()
    .transactional(async (tx) => {
      const { render: before, options } = await lockRender(tx, input);
      const state = failed(before, input.leaseId, COULD_NOT);
      const render = { ...before, ...state, pendingHash, version: before.version + 1 };
      saveRender(tx, render);
      if (render.status === 'failed') announceRender(tx, 'render_failed', { render, options });
    })
    .catch(() => undefined);
}
