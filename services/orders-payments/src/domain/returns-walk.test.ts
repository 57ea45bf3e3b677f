import { expect, it } from 'vitest';
import { daysAt, type ReturnsPlace, returnsSchedule, SPAN_DAYS, WALKED_DAYS } from './returns-walk.ts';
import { nextNightAt } from './walk.ts';

const now = new Date('2026-11-22T15:00:00Z');
const { begin, after } = returnsSchedule;

it('begins with the charges of the last seven days', () => {
  expect(daysAt(begin(now, null))).toEqual({ madeFrom: '2026-11-16', madeTo: '2026-11-22' });
  expect(daysAt(begin(new Date('2026-11-22T02:59:59Z'), null)).madeTo).toBe('2026-11-21');
});

it('reads the pages of a list, then the days before', () => {
  const place = begin(now, null);
  expect(after(place, '0:100', now)).toEqual({ madeTo: '2026-11-22', cursor: '0:100' });
  expect(after({ ...place, cursor: '0:100' }, null, now)).toEqual({ madeTo: '2026-11-15', cursor: null });
});

it('lists every day of half a year once', () => {
  const listed: string[] = [];
  let place: ReturnsPlace | null = begin(now, null);
  for (; place; place = after(place, null, now)) listed.push(daysAt(place).madeFrom, daysAt(place).madeTo);

  expect(listed).toHaveLength(2 * Math.ceil((WALKED_DAYS + 1) / SPAN_DAYS));
  expect(listed.slice(0, 4)).toEqual(['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15']);
  expect(listed.at(-2)! <= '2026-05-26').toBe(true);
});

it.each([
  ['2026-11-22T05:59:59.999Z', '2026-11-22T06:00:00.000Z'],
  ['2026-11-22T06:00:00.000Z', '2026-11-23T06:00:00.000Z'],
  ['2026-11-22T15:00:00.000Z', '2026-11-23T06:00:00.000Z'],
  ['2026-11-23T01:00:00.000Z', '2026-11-23T06:00:00.000Z'],
])('at %s waits for the night at %s', (at, night) => {
  expect(nextNightAt(new Date(at)).toISOString()).toBe(night);
});
