import type { PruneRule } from '@estampa/kit/service/prune';

/**
 * What nothing will ask for again: by then nobody repeats the completion of an upload. Those of templates are forgotten with
 * the copies that were made of them, by `discard-objects`.
 */
export const prune: readonly PruneRule[] = [
  { table: 'upload', where: `completed_at < now() - interval '30 days' and template_id is null` },
  { table: 'artwork_hold', where: `until < now() - interval '1 hour'` },
];
