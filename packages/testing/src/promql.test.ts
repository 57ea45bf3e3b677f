import { describe, expect, it } from 'vitest';
import { selectorsIn } from './promql.ts';

describe('a query', () => {
  it.each([
    ['up == 0', ['up']],
    [
      'sum by (job, topic) (rate(events_total{topic="a b",outcome!~"x|y"}[5m])) > 0.02',
      ['events_total: topic outcome'],
    ],
    ['max(lag) >= max(lag offset 10m) and lag', ['lag', 'lag', 'lag']],
    ['histogram_quantile(0.95, sum by (le) (rate(took_bucket[$__rate_interval]))) > 1e9', ['took_bucket']],
    ['time() - max by (name) (ran{outcome="ok"}) > 3 * max by (name) (every) + 120', ['ran: outcome', 'every']],
    ['count(connected == 0) or vector(0)', ['connected']],
    ['a / on (route) group_left () b{x=~".*(\\"}"}', ['a', 'b: x']],
  ])('reads metrics: %s', (query, expected) => {
    const reported = selectorsIn(query).map(({ name, labels }) =>
      labels.length > 0 ? `${name}: ${labels.join(' ')}` : name,
    );

    expect(reported).toEqual(expected);
  });
});
