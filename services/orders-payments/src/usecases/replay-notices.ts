import type { Context } from '../context.ts';
import { endReplayed, unparkNotices } from '../db/parked-notices.ts';

/** Does with parked notices what `npm run replay` asks for: they go through the same work as those that just came. */
export async function replayNotices({ em, wake }: Pick<Context, 'em' | 'wake'>): Promise<void> {
  await endReplayed(em);
  await unparkNotices(em);
  wake('apply-notices');
}
