import type { Context } from '../../context.ts';
import { deadWebhooks } from '../../db/dead-webhook-repository.ts';

/** Replays dead-lettered webhooks that `npm run replay` selected: they take the same path as new ones. */
export async function replayWebhooks({ em, wake }: Pick<Context, 'em' | 'wake'>): Promise<void> {
  await deadWebhooks.saveReplayed(em);
  await deadWebhooks.saveRequested(em);
  wake('apply-notices');
}
