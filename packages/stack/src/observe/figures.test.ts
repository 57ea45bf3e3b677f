import { describe, expect, it } from 'vitest';
import { figuresOf, snapshotOf, WINDOW_MS } from './figures.ts';

const page = (requests: number, failures: number, fast: number) => `
# HELP http_server_requests_total Requests
http_server_requests_total{method="GET",route="/products/{productId}",status="2xx"} ${requests - failures}
http_server_requests_total{method="GET",route="/a \\"b\\" } 5",status="5xx"} ${failures}
http_server_requests_total_of_others{status="5xx"} 1000
http_server_handling_seconds_bucket{le="0.1",method="GET"} ${fast}
http_server_handling_seconds_bucket{le="0.2",method="GET"} ${requests}
http_server_handling_seconds_bucket{le="+Inf",method="GET"} ${requests}
kafka_consumer_lag_events{topic="orders.v1"} 3
kafka_consumer_lag_events{topic="payouts.v1"} 4
outbox_unsent_events 2
`;
const at = (atMs: number, ...counts: Parameters<typeof page>) => snapshotOf(page(...counts), atMs);

describe('figures', () => {
  it('are rates since the last time, and sums of what is there', () => {
    expect(figuresOf([at(0, 10, 0, 10), at(2_000, 30, 4, 30)])).toMatchObject({
      requests: 30,
      requestsPerSecond: 10,
      errorsPerSecond: 2,
      lag: 7,
      unsent: 2,
    });
  });

  it.each([
    // Half of the hundred took at most 0.1 s, evenly.
    [50, { p50: 100, p95: 190, p99: 198 }],
    [100, { p50: 50, p95: 95, p99: 99 }],
    [0, { p50: 150, p95: 195, p99: 199 }],
  ])('are quantiles between the bounds, with %i of 100 quick ones', (fast, quantiles) => {
    const found = figuresOf([at(0, 0, 0, 0), at(2_000, 100, 0, fast)])!;

    for (const [name, ms] of Object.entries(quantiles)) expect(found[name as 'p50']).toBeCloseTo(ms, 6);
  });

  it.each([
    [WINDOW_MS, 10],
    [WINDOW_MS + 1, null],
  ])('have durations of what was requested in %i ms', (passedMs, p50) => {
    const [start, quick, idle] = [at(0, 0, 0, 0), at(1, 10, 0, 10), at(passedMs, 10, 0, 10)];

    expect(figuresOf([start, quick, idle])!.p50 === null).toBe(p50 === null);
  });

  it('go on from zero when a process was restarted', () => {
    expect(figuresOf([at(0, 500, 0, 500), at(2_000, 10, 0, 10)])).toMatchObject({ requestsPerSecond: 5 });
  });

  it('are none of what a process does not measure', () => {
    expect(figuresOf([snapshotOf('process_ready 1\n', 0)])).toMatchObject({ p50: null, lag: null, unsent: null });
    expect(figuresOf([])).toBeNull();
  });
});
