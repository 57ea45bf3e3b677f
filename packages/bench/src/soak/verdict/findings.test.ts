import { describe, expect, it } from 'vitest';
import type { Timed } from '../../load/timings.ts';
import { exitCodeOf, findingRows, markdownOf, timeRows } from '../report/report.ts';
import type { Sample } from '../sample/sample.ts';
import { findingsOf, type Finding, type Measured } from './findings.ts';

const MINUTE = 60_000;
const [WARM, END] = [10 * MINUTE, 30 * MINUTE];
const OBJECTS_MS = 10 * MINUTE;
const MEGABYTE = 1024 ** 2;
const EVERY_MS = 5_000;

/** A stack of one service with one table, that does the same all the time, unless something else is said. */
type Leaks = {
  residentAt?: (atMs: number) => number;
  rowsAt?: (atMs: number) => number;
  lagAt?: (atMs: number) => number;
};

const constant = (value: number) => () => value;

function samplesOf({ residentAt = constant(100), rowsAt = constant(5_000), lagAt = constant(0) }: Leaks): Sample[] {
  return Array.from({ length: END / EVERY_MS }, (_, index) => {
    const atMs = index * EVERY_MS;
    const liveRows = rowsAt(atMs);
    const residentBytes = residentAt(atMs) * MEGABYTE;
    const heapBytes = 30 * MEGABYTE;
    // Between collections there is much more, and code is compiled all the time.
    const codeBytes = (5 + index / 100) * MEGABYTE;
    const held = { residentBytes: residentBytes + codeBytes, heapBytes, codeBytes, bufferBytes: 0 };
    const collected = index % 10 === 3 ? held : null;
    const between = { residentBytes: residentBytes * (2 + index), heapBytes: heapBytes * (2 + index) };
    const bytes = { tableBytes: liveRows * 200, indexBytes: liveRows * 100 };
    const size = { liveRows, deadRows: 7, insertedRows: index * 10, ...bytes };
    return {
      atMs,
      loadAverage: 1,
      processors: { catalog: 0.2, all: 0.55 },
      processes: { catalog: { ...between, collected, lag: lagAt(atMs), unsent: 0 } },
      tables: [
        { database: 'catalog', table: 'outbox', ...size },
        { database: 'catalog', table: 'seller_product', ...size },
      ],
      latencies: {},
    };
  });
}

/** Evenly, from the beginning to the end. */
const timedOf = (perMinute: number, tookAt: (atMs: number) => number = constant(20)): Timed => ({
  points: Array.from({ length: (END / MINUTE) * perMinute }, (_, index) => {
    const atMs = (index * MINUTE) / perMinute;
    return [atMs, tookAt(atMs)];
  }),
  errors: 0,
  firstError: undefined,
});

const measured = (leaks: Leaks = {}, kinds: Record<string, Timed> = {}): Measured => ({
  samples: samplesOf(leaks),
  kinds: new Map(Object.entries(kinds)),
  objects: { before: { catalog: 30 * MEGABYTE }, after: { catalog: 30 * MEGABYTE }, forMs: OBJECTS_MS },
  warmUpMs: WARM,
  endMs: END,
});

const growing = (findings: readonly Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'grows').map(({ group, name }) => `${group} ${name}`);

const leak = (atMs: number) => 100 + atMs / MINUTE;

describe('what grows', () => {
  it.each<[what: string, given: Measured, grows: readonly string[]]>([
    ['nothing', measured({}, { page: timedOf(60) }), []],
    ['memory', measured({ residentAt: leak }), ['memory catalog']],
    // In 20 minutes as much as 1 % an hour, and a byte more.
    [
      'objects at rest',
      { ...measured(), objects: { before: { catalog: 30_000 }, after: { catalog: 30_051 }, forMs: OBJECTS_MS } },
      ['objects catalog'],
    ],
    [
      'hardly any objects',
      { ...measured(), objects: { before: { catalog: 30_000 }, after: { catalog: 30_050 }, forMs: OBJECTS_MS } },
      [],
    ],
    ['a table', measured({ rowsAt: (atMs) => 5_000 + atMs / 100 }), ['rows catalog.outbox', 'bytes catalog.outbox']],
    ['lag', measured({ lagAt: (atMs) => atMs / 1_000 }), ['lag all consumers']],
    ['times', measured({}, { page: timedOf(60, leak) }), ['p99 page']],
    ['times of what comes 50 times a minute', measured({}, { page: timedOf(50, leak) }), ['p99 page']],
    ['times of what comes more seldom are not judged', measured({}, { page: timedOf(49, leak) }), []],
    ['growth within the warm-up is none', measured({ residentAt: (atMs) => leak(Math.min(atMs, WARM)) }), []],
  ])('%s', (_what, given, grows) => {
    expect(growing(findingsOf(given))).toEqual(grows);
  });
});

describe('the exit code', () => {
  const codeOf = (given: Measured, sentAway = 0) =>
    exitCodeOf({ findings: findingsOf(given), kinds: given.kinds, sentAway });

  it.each<[what: string, code: number, given: Measured, sentAway?: number]>([
    ['flat', 0, measured()],
    ['a leak', 1, measured({ residentAt: leak })],
    ['an error', 1, measured({}, { page: { ...timedOf(60), errors: 1, firstError: 'responded 500' } })],
    ['somebody who was sent away', 1, measured(), 1],
    ['too short', 2, { ...measured(), endMs: WARM + MINUTE }],
    ['a growing lag in a short run', 1, { ...measured({ lagAt: (atMs) => atMs / 1_000 }), endMs: WARM + 4 * MINUTE }],
    ['a leak in a run of eight collections', 1, { ...measured({ residentAt: leak }), endMs: WARM + 7 * MINUTE }],
    ['a leak in a run of seven collections', 2, { ...measured({ residentAt: leak }), endMs: WARM + 6 * MINUTE }],
  ])('of %s', (_what, code, given, sentAway) => {
    expect(codeOf(given, sentAway)).toBe(code);
  });
});

describe('the report', () => {
  it('has a row for each verdict, in its own unit', () => {
    expect(findingRows(findingsOf(measured({}, { page: timedOf(60) })))).toEqual([
      ['resident memory', 'catalog', '100 MB', '0.0 %', '0.0 % to 0.0 %', '1.0 %', 'flat'],
      ['objects at rest', 'catalog', '30.0 MB', '0.0 %', '0.0 % to 0.0 %', '1.0 %', 'flat'],
      ['99th percentile', 'page', '20.0 ms', '0.0 %', '0.0 % to 0.0 %', '20 %', 'flat'],
      ['rows', 'catalog.outbox', '5,000', '0.0 %', '0.0 % to 0.0 %', '10 %', 'flat'],
      ['table and indexes', 'catalog.outbox', '1.43 MB', '0.0 %', '0.0 % to 0.0 %', '10 %', 'flat'],
      ['events not yet applied', 'all consumers', '0', '0.0 %', '0.0 % to 0.0 %', '10 %', 'flat'],
    ]);
  });

  it('shows times after the warm-up, and errors with their first reason', () => {
    const failing = { ...timedOf(60, (atMs) => (atMs < WARM ? 900 : 20)), errors: 2, firstError: 'responded 500' };

    expect(timeRows(measured({}, { page: failing }))).toEqual([['page', '60.0', '20.0', '20.0', '2: responded 500']]);
  });

  it('says how many rows the retention of a table allows, and what one takes', () => {
    const given = measured();
    const samples = given.samples.map((sample) => ({
      ...sample,
      tables: sample.tables.map((one) => ({ ...one, table: one.table === 'outbox' ? 'idempotency_key' : one.table })),
    }));
    const run = { ...given, samples, findings: [], perSecond: 44, sentAway: 0, machine: {}, isRateGiven: true };

    expect(markdownOf(run)).toContain('| catalog.idempotency_key | 5,000 | 5,000 | 7 | 1.43 MB | 280 of 0.29 KB |');
  });

  it('says what was done on what', () => {
    const given = measured();
    const run = { ...given, findings: findingsOf(given), perSecond: 44, sentAway: 0, machine: { cores: '2' } };
    const markdown = markdownOf({ ...run, isRateGiven: false });

    expect(markdown).toContain(
      '44.0 visits a second (at which a ramp found 60 % of the processors busy) for 30.0 minutes, of which the first 10.0 were a warm-up; processors busy 55 % after it by the stack and its load; load average 1.00 to 1.00.',
    );
    expect(markdown).toContain('| catalog.outbox | 5,000 | 5,000 | 7 | 1.43 MB | – |');
    expect(markdownOf({ ...run, isRateGiven: true })).toContain('44.0 visits a second (given)');
  });
});
