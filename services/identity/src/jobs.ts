import type { Call } from '@estampa/kit/call';
import type { Orm } from '@estampa/kit/db';
import { startJob } from '@estampa/kit/jobs';
import type { Log } from '@estampa/kit/log';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from './context.ts';
import { deliverEmails } from './usecases/deliver-emails.ts';
import { forgetEnded } from './usecases/forget-ended.ts';

const DELIVER_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 60 * 60_000;

type Options = { orm: Orm; log: Log; context: (em: EntityManager, call: Call) => Context };

/** What the service does by itself. */
export function startJobs(options: Options): AsyncDisposable {
  const jobs = new AsyncDisposableStack();
  jobs.use(startJob({ ...options, name: 'deliver-emails', everyMs: DELIVER_EVERY_MS, run: deliverEmails }));
  jobs.use(startJob({ ...options, name: 'forget-ended', everyMs: FORGET_EVERY_MS, run: forgetEnded }));
  return jobs;
}
