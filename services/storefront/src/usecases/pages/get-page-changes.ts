import { DomainError } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { Context } from '../../context.ts';
import { type PageChanges, pageChanges } from '../../db/page-change-repository.ts';
import type { Viewer, ViewerState } from '../../db/reaction-repository.ts';

export const VIEWERS_MAX = 100;
/** Enough for a list of a hundred cards, or a product page with all its related products. */
export const VIEWER_IDS_MAX = 200;

type Input = { mark: string; viewers: readonly Viewer[] };

/** What a cache needs before it serves a page: the names that changed, and the viewer states of the current requests. */
export async function getPageChanges(
  { em }: Pick<Context, 'em'>,
  { mark, viewers }: Input,
): Promise<PageChanges & { viewerStates: ViewerState[] }> {
  if (viewers.length > VIEWERS_MAX || !viewers.every(isAnswerable))
    throw new DomainError(
      'invalid',
      'validation_failed',
      `At most ${VIEWERS_MAX} viewers of ${VIEWER_IDS_MAX} ids each`,
    );
  return pageChanges.find(em, mark, viewers);
}

const isAnswerable = ({ userId, productIds, storeIds }: Viewer): boolean =>
  productIds.length + storeIds.length <= VIEWER_IDS_MAX && [userId, ...productIds, ...storeIds].every(isUuid);
