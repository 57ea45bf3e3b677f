import { Gauge, Histogram } from 'prom-client';

const SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800];

const lastRun = new Gauge({
  name: 'job_last_run_timestamp_seconds',
  help: 'When a job last ended, by how it went; of those that went well since the process began, at first that beginning',
  labelNames: ['name', 'outcome'],
});

const runTime = new Histogram({
  name: 'job_run_seconds',
  help: 'How long the runs of a job took, by how they went',
  labelNames: ['name', 'outcome'],
  buckets: SECONDS,
});

const interval = new Gauge({
  name: 'job_interval_seconds',
  help: 'How long after a run of a job the next begins, if nothing wakes it before',
  labelNames: ['name'],
});

/**
 * Registers what runs from now on, and times each run. `name`, since scrapes give every series a label `job` of their own. The
 * start counts as a successful run, so "has not run for long" also covers a job that hangs in its first run.
 */
export function watchRuns({ name, everyMs }: { name: string; everyMs: number }) {
  interval.set({ name }, everyMs / 1_000);
  lastRun.setToCurrentTime({ name, outcome: 'ok' });
  return async (run: () => Promise<unknown>): Promise<void> => {
    const end = runTime.startTimer({ name });
    const report = (outcome: 'ok' | 'failed') => {
      end({ outcome });
      lastRun.setToCurrentTime({ name, outcome });
    };
    try {
      await run();
      report('ok');
    } catch (error) {
      report('failed');
      throw error;
    }
  };
}
