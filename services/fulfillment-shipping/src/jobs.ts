import type { Job } from '@estampa/kit/service/jobs';
import type { Context } from './context.ts';
import { countLabels } from './usecases/count-labels.ts';
import { makeLabels } from './usecases/make-labels.ts';
import { trackDue } from './usecases/poll-tracking.ts';

/** Finds what is due again after a failure, and what a lost wake-up left behind. */
const LABELS_EVERY_MS = 2_000;
const COUNT_EVERY_MS = 30_000;
/** Parcels come due one by one, so the carrier gets few requests at a time. */
const TRACKING_POLLS_PER_PERIOD = 60;
const ACCOUNT_EVERY_MS = 60_000;

/** What the service does by itself. */
export const jobs = (trackingPollMs: number): readonly Job<Context>[] => [
  { name: 'labels', everyMs: LABELS_EVERY_MS, run: makeLabels },
  { name: 'tracking', everyMs: Math.ceil(trackingPollMs / TRACKING_POLLS_PER_PERIOD), run: trackDue },
  { name: 'account', everyMs: ACCOUNT_EVERY_MS, run: ({ renewAccount }) => renewAccount() },
  { name: 'count-labels', everyMs: COUNT_EVERY_MS, run: countLabels },
];
