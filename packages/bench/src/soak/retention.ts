/** Days and hours in production: a run sees tables in their steady state, which begins when what comes is as much as what is deleted. */
export const RETENTION = {
  OUTBOX_RETENTION_MS: '120000',
  INBOX_RETENTION_MS: '120000',
  IDEMPOTENCY_KEY_RETENTION_MS: '120000',
  PRUNE_EVERY_MS: '20000',
};

/** The tables whose rows are deleted by the first round after their time. */
const BOUND_BY_RETENTION: readonly string[] = ['inbox', 'idempotency_key'];
/** How long a row of these may be there. */
export const RETAINED_MS = Number(RETENTION.INBOX_RETENTION_MS) + Number(RETENTION.PRUNE_EVERY_MS);

/** Of a table with the name of its database. */
export const isBoundByRetention = (name: string): boolean =>
  BOUND_BY_RETENTION.includes(name.slice(name.indexOf('.') + 1));
