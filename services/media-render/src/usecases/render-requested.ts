import { availableParallelism } from 'node:os';
import type { Context } from '../context.ts';
import {
  claimRequest,
  forgetRequest,
  giveUpRequest,
  type RenderRequest,
  tryRequestAgainAt,
} from '../db/render-request.ts';
import { isLasting } from '../domain/render.ts';
import { CLAIM_MS, pauseAfter, TRIES_MAX } from '../domain/render-request.ts';
import { asPlaced, renderOf } from './render-placement.ts';

export const RENDER_REQUESTED = 'render-requested';

/** Makes the pictures that were asked for and that nobody waits for any more; what a crash interrupts is taken up again. */
export const renderRequested = (context: Context, signal: AbortSignal): Promise<void> =>
  renderWhile(context, () => !signal.aborted, null);

/** As many pictures at once as there are processors, of these requests or of all, until none can be taken or it is enough. */
export async function renderWhile(
  context: Context,
  mayGoOn: () => boolean,
  ids: readonly string[] | null,
): Promise<void> {
  const work = async () => {
    while (mayGoOn()) {
      const now = context.now();
      const next = await claimRequest(context.em, { now, until: new Date(now.getTime() + CLAIM_MS), ids });
      if (!next) return;
      await fulfil({ ...context, em: context.em.fork() }, next);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** A crash after the picture and before its request is forgotten finds the picture made. */
async function fulfil(context: Context, request: RenderRequest): Promise<void> {
  const { em, now, log } = context;
  const { id, tries, ...pair } = request;
  try {
    await make(context, request);
    await forgetRequest(em, id);
  } catch (error) {
    if (!isLasting(error)) log.warn({ err: error, tries, ...named(pair) }, 'a picture could not be made');
    if (isLasting(error)) await giveUpRequest(em, id, error.message);
    else if (tries >= TRIES_MAX) await giveUpRequest(em, id, null);
    else await tryRequestAgainAt(em, id, new Date(now().getTime() + pauseAfter(tries)));
  }
}

const named = ({ artworkId, templateId }: Omit<RenderRequest, 'id' | 'tries'>) => ({ artworkId, templateId });

const make = (context: Context, { artworkId, templateId, placement }: RenderRequest) =>
  renderOf(context, { artworkId, templateId }, (inputs) => asPlaced(inputs, () => placement));
