import type { PruneRule } from '@estampa/kit/service/prune';

/** A provider repeats a webhook for two weeks at most, and a later repetition changes nothing. */
export const prune: readonly PruneRule[] = [
  { table: 'payment_request', where: `created_at < now() - interval '24 hours'` },
  { table: 'payment_notice', where: `applied_at < now() - interval '90 days'` },
  { table: 'order_milestone', where: `reached_at < now() - interval '90 days'` },
  { table: 'order_trace', where: `kept_at < now() - interval '30 days'` },
  { table: 'payment_notice', where: `parked_at < now() - interval '90 days'` },
];
