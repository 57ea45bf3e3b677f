import { transact } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import { findArtworkFile } from '../db/artwork-file.ts';
import {
  askForTorn,
  claimRefresh,
  forgetRefresh,
  lookThroughTemplate,
  type Refresh,
  refreshAgainAt,
  rendersToRefresh,
} from '../db/render-refresh.ts';
import { scaleForNewFile } from '../domain/artwork.ts';
import { rescaled } from '../domain/placement.ts';
import { isLasting } from '../domain/render.ts';
import { asPlaced, renderOf } from './render-placement.ts';

export const REFRESH_RENDERS = 'refresh-renders';

const ARTWORKS_AT_ONCE = 200;
/** No artwork is on so many templates. */
const RENDERS_MAX = 500;
/** Longer than one picture takes; after it another replica may try. */
const CLAIM_MS = 5 * 60_000;
const TRIES_MAX = 12;
const FIRST_PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 60 * 60_000;

type Stale = Awaited<ReturnType<typeof rendersToRefresh>>[number];

/**
 * Makes pictures of products on sale anew when their artwork has a newer file or their template another revision: one
 * artwork at a time on one replica, one picture after the other. What a crash interrupts is due again.
 */
export async function refreshRenders(context: Context, signal: AbortSignal): Promise<void> {
  const { em, now } = context;
  const lookThrough = () => transact(em.fork(), (tx) => lookThroughTemplate(tx, now(), ARTWORKS_AT_ONCE));
  await askForTorn(em, now(), ARTWORKS_AT_ONCE);
  while (!signal.aborted && (await lookThrough()));
  const claim = () => claimRefresh(em, now(), claimedUntil(context));
  for (let next = await claim(); next && !signal.aborted; next = await claim()) await refresh(context, next, signal);
}

const claimedUntil = ({ now }: Context) => new Date(now().getTime() + CLAIM_MS);

async function refresh(context: Context, asked: Refresh, signal: AbortSignal): Promise<void> {
  const { em, now, log } = context;
  try {
    let isLeft = false;
    for (const stale of await rendersToRefresh(em, asked.artworkId, RENDERS_MAX)) {
      if (signal.aborted) return await refreshAgainAt(asked, em, now()).then(() => undefined);
      await refreshAgainAt(asked, em, claimedUntil(context));
      const isMade = await renderAnew({ ...context, em: em.fork() }, asked.artworkId, stale);
      isLeft ||= stale.isTorn && !isMade;
    }
    if (isLeft) await refreshAgainAt(asked, em, new Date(now().getTime() + PAUSE_MAX_MS));
    else await forgetRefresh(asked, em);
  } catch (error) {
    log.error({ err: error, ...asked }, 'pictures that are out of date could not be made anew yet');
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** asked.tries, PAUSE_MAX_MS);
    if (asked.tries >= TRIES_MAX) await forgetRefresh(asked, em);
    else await refreshAgainAt(asked, em, new Date(now().getTime() + pauseMs));
  }
}

/** Where the artwork lay on the picture, as large as it was there. What cannot be made so stays as it is, and is told as stale. */
async function renderAnew(context: Context, artworkId: string, stale: Stale): Promise<boolean> {
  const { templateId, artworkVersion } = stale;
  const { x, y, scale, rotation } = stale.placement;
  const before = await findArtworkFile(context.em, artworkId, artworkVersion);
  const factorOf = (artwork: Parameters<typeof scaleForNewFile>[1]) =>
    (before && scaleForNewFile(before, artwork)) ?? 1;
  try {
    await renderOf(context, { artworkId, templateId }, (inputs) =>
      asPlaced(inputs, (artwork) => rescaled({ x, y, scale, rotation }, factorOf(artwork))),
    );
    return true;
  } catch (error) {
    if (!isLasting(error)) throw error;
    context.log.warn({ artworkId, templateId, reason: error.reason }, 'a picture stays out of date');
    return false;
  }
}
