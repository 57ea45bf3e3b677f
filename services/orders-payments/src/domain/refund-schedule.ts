import { isUnderWay, isUnfunded, type Refund } from './refund.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * A refund request without a response may still take effect: a network between us and the provider may deliver it late. During
 * this time the refund is only searched, and not requested again.
 */
export const QUARANTINE_MS = 5 * MINUTE_MS;
/** How often it is searched during that time. */
export const QUARANTINE_CHECK_MS = 30_000;

const FIRST_RETRY_MS = MINUTE_MS;
const LONGEST_RETRY_MS = 6 * HOUR_MS;
/** A balance can be topped up at any time, and then all refunds should follow soon. */
export const LONGEST_UNFUNDED_RETRY_MS = HOUR_MS;
const CHECK_AFTER_MS = 15 * MINUTE_MS;
const LONGEST_CHECK_MS = 24 * HOUR_MS;

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

const backoff = (times: number, longestMs: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.max(times - 1, 0), longestMs);

/** A claim of a refund lasts as long as a request may take effect unseen. */
export const refundClaimEnd = (now: Date): Date => after(now, QUARANTINE_MS);

/** When a refund continues after a response: after rejections with growing delays; null when it has ended. */
export function nextStepAt(refund: Refund, now: Date): Date | null {
  if (!isUnderWay(refund)) return null;
  if (refund.status !== 'requested') return nextCheckAt(refund, now);
  if (isUnfunded(refund)) return after(now, backoff(refund.tries, LONGEST_UNFUNDED_RETRY_MS));
  return after(now, backoff(refund.failures, LONGEST_RETRY_MS));
}

/** When a pending refund is checked next: rarely, since the provider sends a webhook. */
const nextCheckAt = ({ createdAt }: Pick<Refund, 'createdAt'>, now: Date): Date => {
  const ageMs = now.getTime() - createdAt.getTime();
  return after(now, Math.min(Math.max(ageMs, CHECK_AFTER_MS), LONGEST_CHECK_MS));
};

/** When a refund is checked again after a check without news. */
export const checkAgainAt = (refund: Pick<Refund, 'status' | 'createdAt'>, now: Date): Date =>
  refund.status === 'requested' ? after(now, QUARANTINE_CHECK_MS) : nextCheckAt(refund, now);
