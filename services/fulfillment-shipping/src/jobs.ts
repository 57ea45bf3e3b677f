import type { Call } from '@estampa/kit/call';
import type { Orm } from '@estampa/kit/db';
import { type Job, startJob } from '@estampa/kit/jobs';
import type { Log } from '@estampa/kit/log';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from './context.ts';
import { afterCommitOf } from './db/after-commit.ts';
import { ShipmentRow } from './db/shipment.entity.ts';
import { makeLabels } from './usecases/make-labels.ts';
import { pollAllTracking } from './usecases/poll-tracking.ts';

/** Finds what is due again after a failure, and what a lost wake-up left behind. */
const LABELS_EVERY_MS = 2_000;

type Options = { orm: Orm; log: Log; context: (em: EntityManager, call: Call) => Context };

/** Woken by every new shipment, as soon as it is committed. */
export function startLabelJob(options: Options): Job {
  const job = startJob({
    ...options,
    name: 'labels',
    everyMs: LABELS_EVERY_MS,
    run: async (ctx) => {
      if ((await makeLabels(ctx)) > 0) job.wake();
    },
  });
  options.orm.em.getEventManager().registerSubscriber(afterCommitOf(ShipmentRow, job.wake));
  return job;
}

export const startTrackingJob = (options: Options, everyMs: number): Job =>
  startJob({ ...options, name: 'tracking', everyMs, run: pollAllTracking });
