import { saoPauloDay } from '@estampa/kernel/days';
import type { Payment } from './payment.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Pending payments are checked at shared times, so that lists serve many of them; rarely once they are old. */
export const CHECK_EVERY_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS] as const;
export const FIRST_CHECK_MS = CHECK_EVERY_MS[0];
export const LONGEST_CHECK_MS = DAY_MS;
/** A bank slip can be paid long after its due date; after this time only a webhook counts. */
export const CHECKED_FOR_MS = 60 * DAY_MS;

export const DISPUTE_CHECK_MS = DAY_MS;

export const FIRST_BACKOFF_MS = 1_000;
export const LONGEST_BACKOFF_MS = 10 * MINUTE_MS;

const DUE_AFTER_DAYS = 3;

/** When to check a pending charge again; null when it is too old. */
export function nextCheckAt(createdAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  if (ageMs > CHECKED_FOR_MS) return null;
  const everyMs = CHECK_EVERY_MS.findLast((ms) => ms <= ageMs) ?? FIRST_CHECK_MS;
  // A new charge is not checked at first: its buyer is still busy paying.
  const earliest = Math.max(now.getTime() + 1, createdAt.getTime() + FIRST_CHECK_MS);
  return new Date(Math.ceil(earliest / everyMs) * everyMs);
}

/** When to check a dispute again, for as long as it lasts. */
export const nextDisputeCheckAt = (now: Date): Date => new Date(now.getTime() + DISPUTE_CHECK_MS);

/** The delay after the n-th consecutive failure. */
export const backoffMs = (failures: number): number =>
  Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(failures - 1, 0), LONGEST_BACKOFF_MS);

/**
 * When to retry after the n-th consecutive failure; null if it has been retried for long enough since the payment was created, or
 * was to be cancelled. Paid money is always retried: a dispute can begin months later.
 */
export function nextTryAt(
  { createdAt, cancelRequestedAt, paidAt }: Pick<Payment, 'createdAt' | 'cancelRequestedAt' | 'paidAt'>,
  failures: number,
  now: Date,
): Date | null {
  const triedForMs = now.getTime() - (cancelRequestedAt ?? createdAt).getTime();
  return triedForMs > CHECKED_FOR_MS && !paidAt ? null : new Date(now.getTime() + backoffMs(failures));
}

/** The last day to pay in time, as a plain date in the provider's time zone. */
export const dueDate = (now: Date): string => saoPauloDay(new Date(now.getTime() + DUE_AFTER_DAYS * DAY_MS));
