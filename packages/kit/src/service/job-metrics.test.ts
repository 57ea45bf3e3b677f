import { beforeEach, expect, it } from 'vitest';
import { register } from 'prom-client';
import { watchRuns } from './job-metrics.ts';

beforeEach(() => register.resetMetrics());

const valueOf = async (metric: string, labels: object): Promise<number | undefined> => {
  const { values } = (await register.getMetricsAsJSON()).find(({ name }) => metric.startsWith(name))!;
  return values.find((value) => ('metricName' in value ? value.metricName === metric : true) && matches(value, labels))
    ?.value;
};
const matches = ({ labels }: { labels: object }, wanted: object) =>
  Object.entries(wanted).every(([label, value]) => (labels as Record<string, unknown>)[label] === value);

it('reports a job that never ended a run with its interval and its start', async () => {
  const before = Date.now() / 1_000;
  watchRuns({ name: 'labels', everyMs: 2_500 });
  expect(await valueOf('job_interval_seconds', { name: 'labels' })).toBe(2.5);
  expect(await valueOf('job_last_run_timestamp_seconds', { name: 'labels', outcome: 'ok' })).toBeGreaterThanOrEqual(
    before,
  );
  expect(await valueOf('job_last_run_timestamp_seconds', { name: 'labels', outcome: 'failed' })).toBeUndefined();
  expect(await valueOf('job_run_seconds_count', { name: 'labels' })).toBeUndefined();
});

it('counts failed runs apart, with the time of the last, and hides no failure', async () => {
  const timed = watchRuns({ name: 'labels', everyMs: 2_500 });
  await timed(async () => 'done');
  await timed(async () => 'done');
  const wellAt = await valueOf('job_last_run_timestamp_seconds', { name: 'labels', outcome: 'ok' });
  await expect(timed(async () => Promise.reject(new Error('no carrier')))).rejects.toThrow('no carrier');

  expect(await valueOf('job_run_seconds_count', { name: 'labels', outcome: 'ok' })).toBe(2);
  expect(await valueOf('job_run_seconds_count', { name: 'labels', outcome: 'failed' })).toBe(1);
  expect(await valueOf('job_last_run_timestamp_seconds', { name: 'labels', outcome: 'ok' })).toBe(wellAt);
  expect(await valueOf('job_last_run_timestamp_seconds', { name: 'labels', outcome: 'failed' })).toBeGreaterThanOrEqual(
    wellAt!,
  );
});
