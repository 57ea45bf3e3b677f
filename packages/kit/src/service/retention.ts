/** How long rows of every service's own tables stay, and how often they are pruned; milliseconds. */
export type Retention = {
  OUTBOX_RETENTION_MS: number;
  INBOX_RETENTION_MS: number;
  IDEMPOTENCY_KEY_RETENTION_MS: number;
  PRUNE_EVERY_MS: number;
};

const DAY_MS = 86_400_000;

/** Idempotency keys are promised for 24 hours; inbox marks outlive any redelivery; the rest is for investigations. */
export const USUAL_RETENTION: Retention = {
  OUTBOX_RETENTION_MS: 2 * DAY_MS,
  INBOX_RETENTION_MS: 14 * DAY_MS,
  IDEMPOTENCY_KEY_RETENTION_MS: DAY_MS,
  PRUNE_EVERY_MS: 10 * 60_000,
};
