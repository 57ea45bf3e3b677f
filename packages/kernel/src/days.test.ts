import { describe, expect, it } from 'vitest';
import { dayAfter, saoPauloDateTime, saoPauloDay, saoPauloInstant } from './days.ts';

describe('the day in São Paulo', () => {
  it.each([
    ['2026-03-01T02:59:59.999Z', '2026-02-28', '2026-02-28 23:59:59'],
    ['2026-03-01T03:00:00.000Z', '2026-03-01', '2026-03-01 00:00:00'],
    ['2026-12-31T23:00:00.000Z', '2026-12-31', '2026-12-31 20:00:00'],
    // Summer time, which Brazil had until 2019: two hours behind UTC.
    ['2018-12-01T02:30:00.000Z', '2018-12-01', '2018-12-01 00:30:00'],
  ])('of %s is %s', (at, day, local) => {
    expect([saoPauloDay(new Date(at)), saoPauloDateTime(new Date(at))]).toEqual([day, local]);
  });
});

describe('the instant', () => {
  it.each([
    ['2026-03-01T00:00:00', '2026-03-01T03:00:00.000Z'],
    ['2018-12-01T00:30:00', '2018-12-01T02:30:00.000Z'],
    // The first midnight of summer time was skipped, the last hour came twice: the first of them counts.
    ['2018-11-03T23:30:00', '2018-11-04T02:30:00.000Z'],
    ['2018-11-04T01:30:00', '2018-11-04T03:30:00.000Z'],
  ])('at which clocks show %s is %s', (local, at) => {
    expect(saoPauloInstant(local).toISOString()).toBe(at);
  });

  it.each(['2026-13-01T00:00:00', '2026-03-01T25:00:00', 'yesterday'])('of %s is none', (local) => {
    expect(saoPauloInstant(local).getTime()).toBeNaN();
  });
});

it.each([
  ['2026-02-28', '2026-03-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-12-31', '2027-01-01'],
])('the day after %s is %s', (day, expected) => {
  expect(dayAfter(day)).toBe(expected);
});
