import { daysBefore } from '@estampa/kernel/days';

/** What a provider shows of a dispute; it may say none of it. */
export type DisputeDetails = {
  /** In the provider's words, as `FRAUD`. */
  reason: string | null;
  /** YYYY-MM-DD: the last day on which it takes documents. */
  respondBy: string | null;
};

export const DISPUTE_OUTCOMES = ['won', 'lost', 'other'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/**
 * Where a provider names no day: so many after the dispute was seen. It is a rule of ours, to be early, and no provider's; lists say which
 * of the two a day is.
 */
export const RESPOND_WITHIN_DAYS = 5;

export const DISPUTE_STATES = ['open', 'responded', 'ended'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const disputeState = ({
  endedAt,
  respondedAt,
}: {
  endedAt: Date | null;
  respondedAt: Date | null;
}): DisputeState => (endedAt ? 'ended' : respondedAt ? 'responded' : 'open');

/** How near the last day to respond is: `soon` from so many days before it on. */
export const DUES = ['passed', 'soon', 'later'] as const;
export type Due = (typeof DUES)[number];
const SOON_DAYS = 2;

export function dueOf(respondBy: string, today: string): Due {
  if (respondBy < today) return 'passed';
  return daysBefore(respondBy, SOON_DAYS) <= today ? 'soon' : 'later';
}
