import { availableParallelism } from 'node:os';
import { DomainError } from '@estampa/kernel/errors';
import type { Context } from '../../context.ts';
import { artworkFiles } from '../../db/artwork-file-repository.ts';
import { renderTasks } from '../../db/render-task-repository.ts';
import type { RenderTask } from '../../db/tables/render-task.ts';
import { isLasting, isStale, type ShownPrint } from '../../domain/render.ts';
import { BUSY_PAUSE_MS, CLAIM_MS, pauseAfter } from '../../domain/render-queue.ts';
import { asPlaced, renderOf, rescaledFor } from './render-placement.ts';
import type { Decide } from './render-lease.ts';

export const MAKE_RENDERS = 'make-renders';

/** Makes queued images in the background; what a crash interrupts is taken up again. */
export const makeRenders = (context: Context, signal: AbortSignal): Promise<void> =>
  renderWhile(context, () => !signal.aborted, null);

/** As many images at once as there are processors, of these tasks or of all, until none can be taken or it is enough. */
export async function renderWhile(
  context: Context,
  mayGoOn: () => boolean,
  ids: readonly string[] | null,
): Promise<void> {
  let claims = 0;
  const worker = async () => {
    while (mayGoOn()) {
      const now = context.now();
      const claim = { now, until: new Date(now.getTime() + CLAIM_MS), ids };
      const next = await renderTasks.claimNext(context.em, claim, claims++);
      if (!next) return;
      await fulfil({ ...context, em: context.em.fork() }, next);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** Each by itself: a failure does not delay the others. A crash after the image and before its task is deleted finds it made. */
async function fulfil(context: Context, task: RenderTask): Promise<void> {
  const { em, now, log } = context;
  const { id, artworkId, templateId, reason } = task;
  try {
    await renderOf(context, { artworkId, templateId }, await decisionOf(context, task));
    await renderTasks.delete(em, id);
  } catch (error) {
    const again = (pauseMs: number, tries: number) =>
      renderTasks.saveFailed(em, id, { at: new Date(now().getTime() + pauseMs), tries });
    if (error instanceof DomainError && error.kind === 'busy') return void (await again(BUSY_PAUSE_MS, task.tries));
    const tries = task.tries + 1;
    log.warn({ err: error, artworkId, templateId, reason, tries }, 'a render failed');
    if (isLasting(error)) await renderTasks.saveGivenUp(em, id, { why: error.message, now: now() });
    else await again(pauseAfter(tries), tries);
  }
}

/** What was shown on further surfaces, each with the file that it was made of. */
const shownBefore = ({ em }: Context, others: readonly ShownPrint[]) =>
  Promise.all(
    others.map(async (shown) => ({
      ...shown,
      file: await artworkFiles.find(em.fork(), shown.artworkId, shown.artworkVersion),
    })),
  );

/**
 * A requested placement is rendered where it was put, an outdated render where it was; both as large as they were, also on a newer
 * file. What is no longer out of date is left as it is.
 */
async function decisionOf(context: Context, { artworkId, placement, artworkVersion }: RenderTask): Promise<Decide> {
  if (placement !== null && artworkVersion !== null) {
    const meantFor = await artworkFiles.find(context.em, artworkId, artworkVersion);
    return (inputs) => asPlaced(inputs, (artwork) => rescaledFor(artwork, placement, meantFor));
  }
  return async (inputs, render) => {
    if (!render || !isStale(render, inputs)) return null;
    const { x, y, scale, rotation } = render.placement;
    const before = await artworkFiles.find(context.em, artworkId, render.artworkVersion);
    const others = await shownBefore(context, render.others ?? []);
    return asPlaced(
      inputs,
      (artwork) => rescaledFor(artwork, { x, y, scale, rotation }, before),
      (surface, artwork) => {
        const shown = others.find((one) => one.surface === surface);
        return shown && rescaledFor(artwork, shown.placement, shown.file);
      },
    );
  };
}
