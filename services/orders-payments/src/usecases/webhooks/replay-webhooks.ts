import type { Context } from '../../context.ts';
import { endReplayed, unparkWebhooks } from '../../db/parked-webhooks.ts';

/** Does with parked webhooks what `npm run replay` asks for: they go through the same work as those that just came. */
export async function replayWebhooks({ em, wake }: Pick<Context, 'em' | 'wake'>): Promise<void> {
  await endReplayed(em);
  await unparkWebhooks(em);
  wake('apply-notices');
}
