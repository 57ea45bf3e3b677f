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

/** What the service does by itself. */
export function startJobs(options: Options, trackingEveryMs: number): AsyncDisposable {
  const jobs = new AsyncDisposableStack();
  jobs.use(startLabels(options));
  jobs.use(startJob({ ...options, name: 'tracking', everyMs: trackingEveryMs, run: pollAllTracking }));
  return jobs;
}

/** Woken by every new shipment, as soon as it is committed. */
function startLabels(options: Options): Job {
  const job = startJob({
    ...options,
    name: 'labels',
    everyMs: LABELS_EVERY_MS,
    run: async (context) => {
      if ((await makeLabels(context)) > 0) job.wake();
    },
  });
  options.orm.em.getEventManager().registerSubscriber(afterCommitOf(ShipmentRow, job.wake));
  return job;
}
