import { beforeEach, describe, expect, it } from 'vitest';
import type { Span } from './otlp.ts';
import { bytesOf, SpanStore } from './span-store.ts';

const LIMITS = { traces: 2, spans: 5, spansOfTrace: 3, bytes: Infinity, ageMs: 1_000 };
let nowMs: number;
beforeEach(() => (nowMs = 0));

const span = (traceId: string, at: number, changes: Partial<Span> = {}): Span => ({
  service: 'catalog',
  name: 'step',
  kind: 'server',
  traceId,
  spanId: `${traceId}-${at}`,
  parentId: at === 0 ? null : `${traceId}-0`,
  startMs: at,
  durationMs: 1,
  failed: false,
  ...changes,
});
const trace = (id: string, spans: number) => Array.from({ length: spans }, (_, at) => span(id, at));
const storeOf = (limits: Partial<typeof LIMITS>) => new SpanStore({ ...LIMITS, ...limits }, () => nowMs);
const idsIn = (store: SpanStore) =>
  store
    .newest(10)
    .map(({ id }) => id)
    .toSorted();

describe('spans in memory', () => {
  it('are those of so many traces, the oldest of which goes for one more', () => {
    const store = storeOf({ traces: 2 });
    store.add([span('a', 0), span('b', 0)]);
    expect(idsIn(store)).toEqual(['a', 'b']);

    store.add([span('c', 0)]);

    expect(idsIn(store)).toEqual(['b', 'c']);
    expect(store.newest(1)).toHaveLength(1);
    expect([store.newest(10, 'Catalog: STEP').length, store.newest(10, 'gateway').length]).toEqual([2, 0]);
  });

  it('are so many in all, and leave with their trace', () => {
    const store = storeOf({ spans: 5 });
    store.add([...trace('a', 3), ...trace('b', 2)]);
    expect(store.size).toMatchObject({ traces: 2, spans: 5 });

    store.add([span('b', 2)]);

    expect(store.size).toMatchObject({ traces: 1, spans: 3 });
    expect(store.waterfall('a')).toBeNull();
  });

  it('are so many of one trace; others are counted', () => {
    const store = storeOf({ spansOfTrace: 3 });
    store.add(trace('a', 3));
    expect(store.size).toMatchObject({ spans: 3, dropped: 0 });

    store.add([span('a', 3)]);

    expect(store.size).toMatchObject({ spans: 3, dropped: 1 });
  });

  it('take so many bytes, their names included', () => {
    const [short, long] = [span('a', 0), span('b', 0, { name: 'step with a longer name' })];
    const store = storeOf({ bytes: bytesOf(short) + bytesOf(long) });
    store.add([short, long]);
    expect(store.size).toMatchObject({ traces: 2, bytes: bytesOf(short) + bytesOf(long) });

    store.add([span('b', 1, { name: '' })]);

    expect(idsIn(store)).toEqual(['b']);
    expect(bytesOf(long) - bytesOf(short)).toBe(2 * ' with a longer name'.length);
  });

  it('are so old at most', () => {
    const store = storeOf({ ageMs: 1_000 });
    store.add([span('a', 0)]);
    nowMs = 1_000;
    expect(idsIn(store)).toEqual(['a']);

    nowMs = 1_001;

    expect(idsIn(store)).toEqual([]);
    expect(store.size).toEqual({ traces: 0, spans: 0, bytes: 0, dropped: 0 });
  });
});

describe('a waterfall', () => {
  it('has each step below its cause, by time, and what has none at the top', () => {
    const store = storeOf({ spans: 10, spansOfTrace: 10 });
    store.add([
      span('a', 9, { name: 'orphan', parentId: 'elsewhere' }),
      span('a', 4, { name: 'later call', service: 'identity', failed: true }),
      span('a', 2, { name: 'call', durationMs: 6 }),
      span('a', 3, { name: 'inner', parentId: 'a-2' }),
      span('a', 0, { name: 'request', service: 'gateway', durationMs: 7 }),
    ]);

    const found = store.waterfall('a')!;

    expect(found).toMatchObject({ service: 'gateway', name: 'request', durationMs: 10, spans: 5, failed: true });
    expect(found.services).toEqual(['gateway', 'catalog', 'identity']);
    expect(found.rows.map(({ depth, name, offsetMs }) => [depth, name, offsetMs])).toEqual([
      [0, 'request', 0],
      [1, 'call', 2],
      [2, 'inner', 3],
      [1, 'later call', 4],
      [0, 'orphan', 9],
    ]);
  });

  it('ends where steps name each other as their cause', () => {
    const store = storeOf({});
    store.add([span('a', 1, { parentId: 'a-2' }), span('a', 2, { parentId: 'a-1' })]);

    expect(store.waterfall('a')).toMatchObject({ name: 'step', rows: [] });
  });
});
