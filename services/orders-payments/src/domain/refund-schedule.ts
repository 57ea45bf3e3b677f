import { isUnderWay, isUnfunded, type Refund } from './refund.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * A refund that was asked for and not answered may still take effect: whatever stands between us and the provider may deliver it
 * late. So it is only looked for until then, and not asked for again.
 */
export const QUARANTINE_MS = 5 * MINUTE_MS;
/** How often it is looked for meanwhile. */
export const QUARANTINE_CHECK_MS = 30_000;

const FIRST_RETRY_MS = MINUTE_MS;
const LONGEST_RETRY_MS = 6 * HOUR_MS;
/** An account is filled any moment, and then everybody's money is to go back soon. */
export const LONGEST_UNFUNDED_RETRY_MS = HOUR_MS;
const CHECK_AFTER_MS = 15 * MINUTE_MS;
const LONGEST_CHECK_MS = 24 * HOUR_MS;

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

const backoff = (times: number, longestMs: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.max(times - 1, 0), longestMs);

/** The right to ask for a refund is had for as long as what is asked may take effect unseen. */
export const refundClaimEnd = (now: Date): Date => after(now, QUARANTINE_MS);

/** When a refund is gone on with after it was answered: a rejected one is asked for again, later each time; null when it has ended. */
export function nextStepAt(refund: Refund, now: Date): Date | null {
  if (!isUnderWay(refund)) return null;
  if (refund.status !== 'requested') return nextCheckAt(refund, now);
  if (isUnfunded(refund)) return after(now, backoff(refund.tries, LONGEST_UNFUNDED_RETRY_MS));
  return after(now, backoff(refund.failures, LONGEST_RETRY_MS));
}

/** When a refund that the gateway has not finished is looked at next: rarely, since it tells by itself. */
const nextCheckAt = ({ createdAt }: Pick<Refund, 'createdAt'>, now: Date): Date => {
  const ageMs = now.getTime() - createdAt.getTime();
  return after(now, Math.min(Math.max(ageMs, CHECK_AFTER_MS), LONGEST_CHECK_MS));
};

/** When a refund is looked at again that a look told nothing new of. */
export const checkAgainAt = (refund: Pick<Refund, 'status' | 'createdAt'>, now: Date): Date =>
  refund.status === 'requested' ? after(now, QUARANTINE_CHECK_MS) : nextCheckAt(refund, now);
