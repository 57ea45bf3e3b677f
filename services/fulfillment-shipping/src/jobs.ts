import type { Job } from '@estampa/kit/jobs';
import type { Context } from './context.ts';
import { makeLabels } from './usecases/make-labels.ts';
import { pollAllTracking } from './usecases/poll-tracking.ts';

/** Finds what is due again after a failure, and what a lost wake-up left behind. */
const LABELS_EVERY_MS = 2_000;

/** What the service does by itself. */
export const jobs = (trackingEveryMs: number): readonly Job<Context>[] => [
  { name: 'labels', everyMs: LABELS_EVERY_MS, run: makeLabels },
  { name: 'tracking', everyMs: trackingEveryMs, run: pollAllTracking },
];
