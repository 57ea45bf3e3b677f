import { describe, expect, it } from 'vitest';
import { Freshness } from './freshness.ts';

describe('what is read', () => {
  it('may be old or new while a write is under way', () => {
    const freshness = new Freshness();
    freshness.wrote('a', 1);
    const [one, other] = [freshness.request('a'), freshness.request('a')];
    freshness.wrote('a', 2);
    freshness.received(one, 1);
    freshness.received(other, 2);

    expect([freshness.stale, freshness.responses]).toEqual([[], 2]);
  });

  it('is out of date when its request came after the response to a write', () => {
    const freshness = new Freshness();
    freshness.wrote('a', 2);
    freshness.received(freshness.request('b'), 1);
    freshness.received(freshness.request('a'), 1);

    expect(freshness.stale).toEqual(['a was at 2 before a request that got 1']);
  });

  it('is out of date when somebody was shown a newer version before', () => {
    const freshness = new Freshness();
    freshness.received(freshness.request('a'), 3);
    freshness.received(freshness.request('a'), 2);

    expect(freshness.stale).toHaveLength(1);
  });
});
