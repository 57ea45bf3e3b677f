import { DomainError } from '@estampa/kernel/errors';
import { transact } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import { findArtworkFile } from '../db/artwork-file.ts';
import type { ArtworkRow } from '../db/artwork.entity.ts';
import { findArtwork } from '../db/find-artwork.ts';
import {
  askForTorn,
  claimRefresh,
  forgetRefresh,
  lookThroughTemplate,
  type Refresh,
  refreshAgainAt,
  rendersToRefresh,
} from '../db/render-refresh.ts';
import { TemplateRow } from '../db/template.entity.ts';
import { scaleForNewFile } from '../domain/artwork.ts';
import { mustFit, type Placement, rescaled } from '../domain/placement.ts';
import { readyTemplate } from '../domain/template.ts';
import { renderOf } from './render-placement.ts';

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
  const artwork = await findArtwork(context.em, artworkId);
  const template = await context.em.findOneOrFail(TemplateRow, stale.templateId);
  try {
    const ready = readyTemplate(template);
    const placement = await placementNow(context, artwork, stale);
    mustFit({ width: artwork.widthPx, height: artwork.heightPx }, placement, ready.printArea);
    await renderOf(context, artwork, ready, placement);
    return true;
  } catch (error) {
    if (!(error instanceof DomainError) || !LASTING.has(error.kind)) throw error;
    context.log.warn({ artworkId, templateId: template.id, reason: error.reason }, 'a picture stays out of date');
    return false;
  }
}

/** Trying again would not help. */
const LASTING: ReadonlySet<string> = new Set(['invalid', 'wrong_state']);

async function placementNow(
  { em }: Context,
  artwork: ArtworkRow,
  { placement: { x, y, scale, rotation }, artworkVersion }: Stale,
): Promise<Placement> {
  const before = await findArtworkFile(em, artwork.id, artworkVersion);
  return rescaled({ x, y, scale, rotation }, (before && scaleForNewFile(before, artwork)) ?? 1);
}
