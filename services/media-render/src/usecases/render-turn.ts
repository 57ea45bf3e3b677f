import type { Context } from '../context.ts';
import { lockOrAddRender, lockRender, type RenderData, saveRender } from '../db/render-turn.ts';
import type { RenderRow } from '../db/render.entity.ts';
import { COULD_NOT, failed, finished, started, type Turn, turnOf } from '../domain/render.ts';
import { announceRender } from '../messages/render.ts';

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

/**
 * Decides under the row's lock who makes the picture; the lock itself ends here, the lease goes on. Where one was removed, its
 * object must have left storage first: the new one will have the same key.
 */
export function takeTurn(
  { em, now }: Context,
  input: RenderInput,
  leaseId: string,
): Promise<{ turn: Turn; render: RenderData; leaseId: string }> {
  return em.fork().transactional(async (tx) => {
    const { render, isDiscarded } = await lockOrAddRender(tx, input, now());
    const turn = render.isDeleted && isDiscarded ? 'wait' : turnOf(render, input.inputHash, now());
    if (turn === 'work') saveRender(tx, { ...render, ...started(render, leaseId, now()), isDeleted: false });
    return { turn, render, leaseId };
  });
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

/** Lets the next one try. The first error is the one to report, so nothing is thrown here. */
export async function giveUpRender({ em }: Context, input: RenderInput & { leaseId: string }): Promise<void> {
  await em
    .fork()
    .transactional(async (tx) => {
      const { render: before, options } = await lockRender(tx, input);
      const render = { ...before, ...failed(before, input.leaseId, COULD_NOT), version: before.version + 1 };
      saveRender(tx, render);
      if (render.status === 'failed') announceRender(tx, 'render_failed', { render, options });
    })
    .catch(() => undefined);
}
