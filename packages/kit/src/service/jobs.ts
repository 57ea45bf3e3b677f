import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Call, newCall, runInCall, serviceCaller } from '../rpc/call.ts';
import type { Orm } from '../postgres/connect.ts';
import { watchRuns } from './job-metrics.ts';
import type { Log } from '../telemetry/log.ts';

/** Something a service does by itself again and again; `context.wake(name)` makes it run at once, `signal` says when to stop. */
export type Job<C> = { name: string; everyMs: number; run: (context: C, signal: AbortSignal) => Promise<unknown> };

type Options<C> = {
  orm: Orm;
  log: Log;
  context: (em: EntityManager, call: Call) => C;
  jobs: readonly Job<C>[];
};

/** Wakes the jobs that a call named; called when it has committed. */
export type WakeJobs = (call: Call) => void;

/** Runs each job in a loop of its own, so that none delays another and none runs twice at once in this process. */
export function startJobs<C>(options: Options<C>): AsyncDisposable & { wake: WakeJobs } {
  const loops = new Map<string, Loop>();
  const wake: WakeJobs = ({ wakes }) => {
    for (const name of wakes) loops.get(name)?.wake();
    wakes.clear();
  };
  for (const job of options.jobs) loops.set(job.name, startLoop(job, options, wake));
  return {
    wake,
    async [Symbol.asyncDispose]() {
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}

type Loop = { wake(): void; stop(): Promise<void> };

/** A failure is logged and tried next time. */
function startLoop<C>(job: Job<C>, { orm, log, context }: Options<C>, wakeJobs: WakeJobs): Loop {
  const stop = new AbortController();
  let wake = new AbortController();
  const caller = serviceCaller(job.name);
  const timed = watchRuns(job);

  const loop = async () => {
    while (!stop.signal.aborted) {
      const call = newCall({ requestId: randomUUID(), caller, lane: 'jobs' });
      const run = () => job.run(context(orm.em.fork(), call), stop.signal);
      await runInCall(call, () => timed(run)).catch((error: unknown) =>
        log.error({ err: error, job: job.name }, 'job failed'),
      );
      wakeJobs(call);
      await pause(job.everyMs, undefined, { signal: AbortSignal.any([stop.signal, wake.signal]) }).catch(
        () => undefined,
      );
      if (wake.signal.aborted) wake = new AbortController();
    }
  };
  const running = loop();
  return {
    wake: () => wake.abort(),
    async stop() {
      stop.abort();
      await running;
    },
  };
}
