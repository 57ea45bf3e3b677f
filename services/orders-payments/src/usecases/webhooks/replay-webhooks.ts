import type { Context } from '../../context.ts';
import { deadWebhooks } from '../../db/dead-webhook-repository.ts';

/** Does with parked webhooks what `npm run replay` asks for: they go through the same work as those that just came. */
export async function replayWebhooks({ em, wake }: Pick<Context, 'em' | 'wake'>): Promise<void> {
  await deadWebhooks.saveReplayed(em);
  await deadWebhooks.saveRequested(em);
  wake('apply-notices');
}
