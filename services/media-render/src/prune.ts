import type { PruneRule } from '@estampa/kit/service/prune';

/**
 * Rows that will not be read again: by then the completion of an upload is not repeated. Those of templates are deleted with
 * the copies that were made of them, by `discard-objects`.
 */
export const prune: readonly PruneRule[] = [
  { table: 'upload', where: `completed_at < now() - interval '30 days' and template_id is null` },
  { table: 'artwork_hold', where: `until < now() - interval '1 hour'` },
  { table: 'other_artwork_reservation', where: `until < now() - interval '1 hour'` },
];
