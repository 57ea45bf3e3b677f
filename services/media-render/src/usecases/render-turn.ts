import { newId } from '@estampa/kernel/ids';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { isDiscarded } from '../db/discarded-object.ts';
import { RenderRow } from '../db/render.entity.ts';
import { TemplateRow } from '../db/template.entity.ts';
import { COULD_NOT, failed, finished, started, type Turn, turnOf } from '../domain/render.ts';
import { announceRender, type RenderEvent } from '../messages/render.ts';

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
): Promise<{ turn: Turn; render: RenderRow; leaseId: string }> {
  return em.fork().transactional(async (tx) => {
    await addPending(tx, input, now());
    const render = await locked(tx, input);
    const isInTheWay = render.isDeleted && (await isDiscarded(tx, input.key));
    const turn = isInTheWay ? 'wait' : turnOf(render, input.inputHash, now());
    if (turn === 'work') tx.assign(render, { ...started(render, leaseId, now()), isDeleted: false });
    return { turn, render, leaseId };
  });
}

export async function finishRender(context: Context, input: RenderInput & { leaseId: string }): Promise<RenderRow> {
  const { leaseId, ...picture } = input;
  const { em: tx, now } = context;
  const render = await locked(tx, input);
  tx.assign(render, { ...finished(render, leaseId), ...picture, createdAt: now(), version: render.version + 1 });
  await tell(context, 'render_rendered', render);
  return render;
}

/** Lets the next one try. The first error is the one to report, so nothing is thrown here. */
export async function giveUpRender(context: Context, input: RenderInput & { leaseId: string }): Promise<void> {
  await context.em
    .fork()
    .transactional(async (tx) => {
      const render = await locked(tx, input);
      tx.assign(render, { ...failed(render, input.leaseId, COULD_NOT), version: render.version + 1 });
      if (render.status === 'failed') await tell({ ...context, em: tx }, 'render_failed', render);
    })
    .catch(() => undefined);
}

async function tell({ em: tx }: Context, type: RenderEvent, render: RenderRow): Promise<void> {
  const template = await tx.findOne(TemplateRow, render.templateId);
  announceRender(tx, type, { render, options: template?.options ?? null });
}

const locked = (tx: EntityManager, { artworkId, templateId }: RenderInput): Promise<RenderRow> =>
  tx.findOneOrFail(RenderRow, { artworkId, templateId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** A row to lock, also for the first render of the pair. */
const addPending = (tx: EntityManager, input: RenderInput, createdAt: Date) =>
  tx.execute(
    `insert into render (artwork_id, template_id, id, status, artwork_version, placement, width_px, height_px, version, created_at)
     values (?, ?, ?, 'pending', ?, ?::jsonb, ?, ?, 0, ?) on conflict do nothing`,
    [
      input.artworkId,
      input.templateId,
      newId(),
      input.artworkVersion,
      JSON.stringify(input.placement),
      input.widthPx,
      input.heightPx,
      createdAt,
    ],
  );
