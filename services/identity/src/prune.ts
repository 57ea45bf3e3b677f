import type { PruneRule } from '@estampa/kit/service/prune';

/** Rows that will not be read again. Tokens first: by then a session that is deleted has none to take along. */
export const prune: readonly PruneRule[] = [
  { table: 'refresh_token', where: 'expires_at < now()' },
  { table: 'session', where: 'expires_at < now()' },
  { table: 'password_reset', where: 'expires_at < now()' },
  { table: 'email_verification', where: 'expires_at < now()' },
  { table: 'rate_count', where: 'ends_at < now()' },
  { table: 'signing_key', where: 'published_until < now()' },
  { table: 'email', where: `body is null and created_at < now() - interval '30 days'` },
];
