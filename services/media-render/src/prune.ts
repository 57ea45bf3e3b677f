import type { PruneRule } from '@estampa/kit/prune';

/** What nothing will ask for again: by then nobody repeats the completion of an upload. */
export const prune: readonly PruneRule[] = [{ table: 'upload', where: `completed_at < now() - interval '30 days'` }];
